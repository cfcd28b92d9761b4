package org.voxelpopuli;

import java.net.InetSocketAddress;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.world.WorldSpec;

/**
 * What a {@link DirectoryProvider} may use of the node that it works for.
 *
 * @param environment clock, randomness, workers and sockets
 * @param records durable small records
 * @param identity the key pair of this node, whose id names it
 * @param bind where the directory shall listen (UDP)
 * @param advertisedHost the host under which others reach this node
 * @param world that the node is part of
 */
public record NodeContext(
        NodeEnvironment environment,
        RecordTable records,
        NodeIdentity identity,
        InetSocketAddress bind,
        String advertisedHost,
        WorldSpec world) {}
