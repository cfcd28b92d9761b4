package org.voxelpopuli.tools.durability;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.PacketCodec;
import org.voxelpopuli.protocol.SeedFraming;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** One question to the directory, over a connection of its own: who serves a chunk? */
final class Locating implements StreamTransport.Handler {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);
    private static final PacketCodec CODEC = new SeedJsonCodec();

    private final ServerAddress stone;
    private final StreamTransport.Connection connection;
    private final DirectoryQuery query;
    private final CompletableFuture<ServerAddress> found;
    private final SeedFraming framing = new SeedFraming(Limits.DEFAULT.lineIntoClient());
    private boolean acknowledged;

    private Locating(
            ServerAddress stone,
            StreamTransport.Connection connection,
            DirectoryQuery query,
            CompletableFuture<ServerAddress> found) {
        this.stone = stone;
        this.connection = connection;
        this.query = query;
        this.found = found;
    }

    static CompletableFuture<ServerAddress> begin(
            NodeEnvironment environment,
            Worker worker,
            Function<ServerAddress, Optional<InetSocketAddress>> route,
            ServerAddress stone,
            ChunkPos chunk) {
        CompletableFuture<ServerAddress> found = new CompletableFuture<>();
        Optional<InetSocketAddress> address = route.apply(stone);
        if (address.isEmpty()) {
            return CompletableFuture.failedFuture(FrameClient.failure(stone, "is out of reach"));
        }
        var unused = environment
                .streams()
                .connect(address.get(), CONNECT_TIMEOUT, opened -> {
                    opened.send(CODEC.encode(new Handshake.Dht()));
                    worker.schedule(ANSWER_TIMEOUT, () -> {
                        found.completeExceptionally(FrameClient.failure(stone, "has not answered in time"));
                        opened.abort();
                    });
                    return new Locating(stone, opened, new DirectoryQuery.LocateChunk(chunk), found);
                })
                .whenComplete((opened, failure) -> {
                    if (failure != null) {
                        found.completeExceptionally(failure);
                    }
                });
        return found;
    }

    @Override
    public void received(byte[] bytes) {
        framing.append(bytes);
        while (true) {
            Optional<byte[]> frame = acknowledged ? framing.nextLine() : framing.nextValue();
            if (frame.isEmpty()) {
                return;
            }
            if (acknowledged) {
                answer(CODEC.decodeDirectoryReply(frame.get(), query));
            } else if (CODEC.decodeAcknowledgement(frame.get())
                            instanceof Decoded.Accepted<Acknowledgement> acknowledgement
                    && acknowledgement.value().ok()) {
                acknowledged = true;
                connection.send(CODEC.encode(query));
            } else {
                fail("does not answer for the directory");
            }
        }
    }

    private void answer(Decoded<DirectoryReply> reply) {
        if (reply instanceof Decoded.Accepted<DirectoryReply> accepted
                && accepted.value() instanceof DirectoryReply.ChunkServerAt at) {
            found.complete(at.server());
            connection.close();
        } else {
            fail("answers " + reply);
        }
    }

    private void fail(String what) {
        found.completeExceptionally(FrameClient.failure(stone, what));
        connection.abort();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        found.completeExceptionally(FrameClient.failure(stone, "closed the connection"));
    }
}
