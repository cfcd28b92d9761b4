package org.voxelpopuli.server;

import java.util.EnumMap;
import java.util.Map;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;

/** What a chunk tells its clients, written once for each dialect in which somebody is to hear it. */
final class ChunkMessage {
    private final ServerContext context;
    private final ServerPacket packet;
    private final ServerFrame frame;
    private final Map<ChunkClient.Dialect, byte[]> written = new EnumMap<>(ChunkClient.Dialect.class);

    /** The same in the seed's dialect and in protocol v2. */
    ChunkMessage(ServerContext context, ServerPacket packet, ServerFrame frame) {
        this.context = context;
        this.packet = packet;
        this.frame = frame;
    }

    String kind() {
        return packet.getClass().getSimpleName();
    }

    byte[] bytes(ChunkClient.Dialect dialect) {
        return written.computeIfAbsent(
                dialect, each -> each == ChunkClient.Dialect.SEED ? context.encode(packet) : context.encode(frame));
    }
}
