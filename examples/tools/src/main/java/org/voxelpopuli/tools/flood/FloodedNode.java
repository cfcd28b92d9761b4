package org.voxelpopuli.tools.flood;

import java.net.InetSocketAddress;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.tools.dht.LocalDht;

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
        LocalDht.await(node.start());
    }

    /** Its id. */
    public String id() {
        return node.id().toString();
    }

    @Override
    public void close() {
        LocalDht.await(node.close());
        environment.close();
    }
}
