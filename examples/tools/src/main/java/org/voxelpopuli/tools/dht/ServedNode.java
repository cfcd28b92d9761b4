package org.voxelpopuli.tools.dht;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/** A node to be asked by {@link RpcLoad}, with the threads that a node usually has, and a network around it that fills its table. */
public final class ServedNode implements AutoCloseable {
    private final NettyEnvironment environment = NettyEnvironment.createDaemon();
    private final KademliaNode node;
    private final LocalDht others;

    /**
     * Starts a node at a UDP port of loopback.
     *
     * @param k size of a bucket and of an answer
     * @param contacts nodes around it
     */
    public ServedNode(int port, int k, int contacts) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        node = KademliaNode.builder(environment)
                .settings(KademliaSettings.builder()
                        .nodeId(idAt(port))
                        .bind(address)
                        .k(k)
                        .build())
                .build();
        LocalDht.await(node.start());
        others = new LocalDht(k, Dialect.CBOR, new SplittableRandom(port));
        for (int i = 0; i < contacts; i++) {
            others.joinThrough(address.getHostString() + ":" + port);
        }
    }

    /** How many it knows. */
    public int contacts() {
        return LocalDht.await(node.status()).contacts();
    }

    /** The id of the node at a port, so that who asks it knows it. */
    static NodeId idAt(int port) {
        return NodeId.sha1Of("served " + port);
    }

    @Override
    public void close() {
        others.close();
        LocalDht.await(node.close());
        environment.close();
    }
}
