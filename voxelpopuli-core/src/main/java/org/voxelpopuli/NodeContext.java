package org.voxelpopuli;

import java.net.InetSocketAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.world.WorldSpec;

/**
 * What a {@link DirectoryProvider} may use of the node that it works for.
 *
 * @param environment clock, randomness, workers and sockets
 * @param records durable small records
 * @param nodeId 20 bytes that name this node, kept over restarts
 * @param bind where the directory shall listen (UDP)
 * @param advertisedHost the host under which others reach this node
 * @param world that the node is part of
 */
public record NodeContext(
        NodeEnvironment environment,
        RecordTable records,
        WriterId nodeId,
        InetSocketAddress bind,
        String advertisedHost,
        WorldSpec world) {}
