package org.voxelpopuli.server;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.world.PlayerName;

/** A client of the seed's dialect: the whole connection is for one chunk, and ends with it. */
final class SeedChunkClient extends ChunkClient {
    private final ServerContext context;

    SeedChunkClient(Connection connection, ServerContext context) {
        super(
                Dialect.SEED,
                connection,
                new Outflow(connection, context.settings()),
                new AtomicInteger(),
                OptionalLong.empty());
        this.context = context;
    }

    @Override
    void accepted() {
        enqueue(context.codec().encode(Acknowledgement.OK));
    }

    @Override
    boolean show(ChunkMessage blocks) {
        enqueue(blocks.bytes(Dialect.SEED));
        return true;
    }

    /** The blocks that are shown are the only answer. */
    @Override
    void editAccepted(int number) {}

    @Override
    void editRefused(int number, String reason) {}

    /** The dialect has no words for why. */
    @Override
    void displaced(PlayerName name, String reason) {
        enqueue(context.codec().encode(new ServerPacket.PlayerDeregistered(name)));
    }

    /** It asks the directory when its connection has ended. */
    @Override
    void redirect(ServerAddress server) {
        gone("");
    }

    @Override
    void gone(String reason) {
        flush();
        close();
    }

    @Override
    boolean isTooSlow(long nowNanos) {
        return outflow.isTooSlow(nowNanos);
    }
}
