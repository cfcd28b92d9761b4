package org.voxelpopuli.tools.flood;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/** The node that is flooded, with the threads that a node usually has and all its defences. */
public final class FloodedNode implements AutoCloseable {
    /** Where it listens. */
    public static final InetSocketAddress ADDRESS = new InetSocketAddress("10.99.0.1", 4000);

    private final NettyEnvironment environment = NettyEnvironment.createDaemon();
    private final KademliaNode node = KademliaNode.builder(environment)
            .settings(KademliaSettings.builder().bind(ADDRESS).build())
            .build();

    /** Starts it. */
    public FloodedNode() {
        join(node.start());
    }

    /** Its id. */
    public String id() {
        return node.id().toString();
    }

    static <T> T join(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        join(node.close());
        environment.close();
    }
}
