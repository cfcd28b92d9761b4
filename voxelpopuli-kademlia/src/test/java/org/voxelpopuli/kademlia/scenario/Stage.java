package org.voxelpopuli.kademlia.scenario;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.voxelpopuli.client.WorldClientBuilder;
import org.voxelpopuli.world.ChunkPos;

/** Where a scenario is played: simulated hosts under virtual time, or processes on real sockets. */
interface Stage {
    /** A client that knows one node. */
    WorldClientBuilder client(int node);

    <T> T await(CompletableFuture<T> future);

    /** Lets time pass until something holds; fails with what was waited for. */
    void until(String what, BooleanSupplier holds);

    /** Stops all nodes in order and starts them again. */
    void restartAllNodes();

    /** Which chunks each node keeps. */
    Map<Integer, Set<ChunkPos>> residentChunks();
}
