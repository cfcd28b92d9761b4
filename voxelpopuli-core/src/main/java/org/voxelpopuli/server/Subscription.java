package org.voxelpopuli.server;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/** A client of protocol v2 in one of its chunks. What it is sent goes over a connection that it shares with others. */
final class Subscription extends ChunkClient {
    private final ChunkPos chunk;
    private final ServerContext context;
    private final Consumer<Subscription> ended;

    /**
     * A subscription that no chunk knows yet.
     *
     * @param queued of the whole connection
     * @param session of the client
     * @param ended called, on the chunk's worker, when the chunk ends it
     */
    Subscription(
            ChunkPos chunk,
            Connection connection,
            ServerContext context,
            Outflow outflow,
            AtomicInteger queued,
            long session,
            Consumer<Subscription> ended) {
        super(Dialect.FRAMES, connection, outflow, queued, OptionalLong.of(session));
        this.chunk = chunk;
        this.context = context;
        this.ended = ended;
    }

    ChunkPos chunk() {
        return chunk;
    }

    private void tell(ServerFrame frame) {
        byte[] bytes = context.encode(frame);
        enqueue(bytes);
        context.observer().packetSent(frame.getClass().getSimpleName(), bytes.length);
    }

    /** What asked for it does not wait any more. */
    @Override
    void accepted() {
        queued.decrementAndGet();
    }

    @Override
    boolean show(ChunkMessage blocks) {
        if (outflow.isCongested()) {
            return false;
        }
        enqueue(blocks.bytes(Dialect.FRAMES));
        return true;
    }

    @Override
    void editAccepted(int number) {
        tell(new ServerFrame.EditAccepted(chunk, number));
    }

    @Override
    void editRefused(int number, String reason) {
        tell(new ServerFrame.EditRefused(chunk, number, reason));
    }

    @Override
    void displaced(PlayerName name, String reason) {
        tell(new ServerFrame.Displaced(chunk, reason));
    }

    @Override
    void redirect(ServerAddress server) {
        end(new ServerFrame.Redirect(chunk, server));
    }

    @Override
    void gone(String reason) {
        end(new ServerFrame.ChunkGone(chunk, reason));
    }

    private void end(ServerFrame last) {
        tell(last);
        flush();
        ended.accept(this);
    }

    /** The connection is looked after as a whole. */
    @Override
    boolean isTooSlow(long nowNanos) {
        return false;
    }
}
