package org.voxelpopuli.kademlia;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the addresses of a host's name without blocking the caller.
 *
 * <pre>{@code
 * HostResolver hosts = host -> CompletableFuture.completedFuture(List.of(InetAddress.getLoopbackAddress()));
 * KademliaNode node = KademliaNode.builder(environment).resolver(hosts).build();
 * }</pre>
 */
@FunctionalInterface
public interface HostResolver {
    /**
     * All addresses of a name, or the one that the text itself is.
     *
     * @return fails if there is none; may complete on any thread
     */
    CompletableFuture<List<InetAddress>> resolve(String host);
}
