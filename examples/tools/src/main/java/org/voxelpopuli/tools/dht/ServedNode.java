package org.voxelpopuli.tools.dht;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.simulation.SimulatedIdentity;

/** A node to be asked by {@link RpcLoad}, with the threads that a node usually has, and a network around it that fills its table. */
public final class ServedNode implements AutoCloseable {
    /** It is to serve questions in both dialects. */
    static final IntFunction<NodeKind> KIND = k -> new NodeKind(k, Compatibility.SEED, Dialect.CBOR);

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
                .settings(KIND.apply(k).settings().bind(address).build())
                .identity(identityAt(port))
                .build();
        LocalDht.await(node.start());
        others = new LocalDht(KIND.apply(k), new SplittableRandom(port));
        for (int i = 0; i < contacts; i++) {
            others.joinThrough(address.getHostString() + ":" + port);
        }
    }

    /** How many it knows. */
    public int contacts() {
        return LocalDht.await(node.status()).contacts();
    }

    /** The identity of the node at a port, so that who asks it knows it. */
    static NodeIdentity identityAt(int port) {
        return SimulatedIdentity.of("served " + port, 0);
    }

    @Override
    public void close() {
        others.close();
        LocalDht.await(node.close());
        environment.close();
    }
}
