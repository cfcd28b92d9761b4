package org.voxelpopuli.server;

import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameCodec;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.Packet;
import org.voxelpopuli.protocol.PacketCodec;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.replication.Replication;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.terrain.TerrainGenerator;
import org.voxelpopuli.world.BlockTypes;
import org.voxelpopuli.world.WorldSpec;

/**
 * What a server works with; all of it is thread-safe.
 *
 * @param environment clock, workers, streams
 * @param settings limits and rates
 * @param world that it serves
 * @param blockTypes that players may place
 * @param terrain where chunks come from
 * @param store where edits and resident chunks are kept
 * @param directory that finds chunks on other nodes and keeps players
 * @param writer who stamps the edits
 * @param codec the seed's dialect
 * @param frames protocol v2
 * @param observer for metrics
 * @param replication that keeps edits here and on other nodes
 */
public record ServerContext(
        NodeEnvironment environment,
        ServerSettings settings,
        WorldSpec world,
        BlockTypes blockTypes,
        TerrainGenerator terrain,
        WorldStore store,
        Directory directory,
        WriterId writer,
        PacketCodec codec,
        FrameCodec frames,
        ServerObserver observer,
        Replication replication) {

    byte[] encode(Packet packet) {
        return codec.encode(packet);
    }

    /** A frame with its length. */
    byte[] encode(Frame frame) {
        return FrameFraming.framed(frames.encode(frame));
    }

    /** What all who meet in this world must agree on (DESIGN D13). */
    String worldIdentity() {
        return world.identity(terrain.id(), terrain.version());
    }

    ServerPacket time() {
        return new ServerPacket.TimeOfDay(world.minutesOfDay(environment.clock().wallMillis()));
    }
}
