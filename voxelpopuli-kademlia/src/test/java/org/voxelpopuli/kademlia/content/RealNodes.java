package org.voxelpopuli.kademlia.content;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/** Nodes on loopback sockets. */
final class RealNodes {
    private static final int TRIES = 10;

    /** A node that shares files, both started; where it serves them. */
    record Sharer(KademliaNode node, ContentNode content, InetSocketAddress address) {}

    private RealNodes() {}

    static <T> T await(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    static KademliaNode node(NettyEnvironment environment, String... bootstrap) {
        return KademliaNode.builder(environment)
                .settings(KademliaSettings.builder()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .bootstrap(bootstrap)
                        .puzzleBits(0)
                        .build())
                .build();
    }

    static ContentNode content(KademliaNode node, NettyEnvironment environment) {
        return ContentNode.of(node, environment, ContentSettings.builder().build());
    }

    /** The UDP port is a free one, and files are served on the TCP port of that number: which another program may have. */
    static Sharer sharer(NettyEnvironment environment, String... bootstrap) throws Exception {
        for (int left = TRIES; ; left--) {
            KademliaNode node = node(environment, bootstrap);
            ContentNode content = content(node, environment);
            await(node.start());
            try {
                return new Sharer(node, content, await(content.start()));
            } catch (ExecutionException e) {
                if (left == 1 || !(e.getCause() instanceof BindException)) {
                    throw e;
                }
                await(node.close());
            }
        }
    }
}
