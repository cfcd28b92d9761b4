package org.voxelpopuli.server;

import java.util.EnumMap;
import java.util.Map;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.world.ChunkPos;

/** What a chunk tells its clients, written once for each dialect in which somebody is to hear it. */
final class ChunkMessage {
    private final ServerContext context;
    private final ChunkPos chunk;
    private final long version;
    private final ServerPacket packet;
    private final Map<ChunkClient.Dialect, byte[]> written = new EnumMap<>(ChunkClient.Dialect.class);

    /**
     * A message.
     *
     * @param version of the blocks, if it is they that are shown
     */
    ChunkMessage(ServerContext context, ChunkPos chunk, long version, ServerPacket packet) {
        this.context = context;
        this.chunk = chunk;
        this.version = version;
        this.packet = packet;
    }

    String kind() {
        return packet.getClass().getSimpleName();
    }

    byte[] bytes(ChunkClient.Dialect dialect) {
        return written.computeIfAbsent(
                dialect, each -> each == ChunkClient.Dialect.SEED ? context.encode(packet) : context.encode(frame()));
    }

    private ServerFrame frame() {
        return packet instanceof ServerPacket.ChunkData data
                ? new ServerFrame.ChunkState(chunk, version, data.chunk())
                : new ServerFrame.InChunk(chunk, packet);
    }
}
