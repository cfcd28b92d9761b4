package org.voxelpopuli.kademlia.presence;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.runtime.NodeEnvironment;

/**
 * Routes that are kept in the network, signed and expiring. Thread-safe.
 *
 * <pre>{@code
 * KademliaRoutes routes = KademliaRoutes.of(node, environment);
 * node.start().thenRun(() -> System.out.println("presence may start with " + routes));
 * }</pre>
 */
public final class KademliaRoutes {
    private final KademliaNode node;
    private final NodeEnvironment environment;
    private final RecordService records;

    private KademliaRoutes(KademliaNode node, NodeEnvironment environment) {
        this.node = node;
        this.environment = environment;
        records = node.addRecords(RouteRecord.KIND, StoreRouteRpc::new, FindRouteRpc::new);
    }

    /**
     * Adds the kind of records to a node, which has not started yet. Every node of the network keeps them, so every node needs this, once: all presences beside it share what is returned.
     *
     * @throws IllegalStateException if the node has it already, as that of a {@code VoxelNode} has
     */
    public static KademliaRoutes of(KademliaNode node, NodeEnvironment environment) {
        Objects.requireNonNull(node, "the node of routes is null");
        Objects.requireNonNull(environment, "the environment of routes is null");
        return new KademliaRoutes(node, environment);
    }

    /**
     * The routes of a presence that others reach at this UDP address.
     *
     * @param address of which others know; where presence is bound to 0.0.0.0, the node's own with the port that was bound: {@code bound -> routes.at(new InetSocketAddress("192.0.2.1", bound.getPort()))}
     * @throws IllegalArgumentException if that is no address of one node, such as 0.0.0.0
     */
    public Routes at(InetSocketAddress address) {
        Objects.requireNonNull(address, "the address to which routes lead is null");
        if (address.isUnresolved() || !Routes.canLeadTo(address.getAddress())) {
            throw new IllegalArgumentException("routes lead to " + address
                    + ", allowed is an address at which others reach this node; where all addresses are bound, say which it is:"
                    + " bound -> routes.at(new InetSocketAddress(\"192.0.2.1\", bound.getPort()))");
        }
        return new RoutesOfAddress(address, node.worker(), environment, records);
    }

    /** For tests. */
    RecordService records() {
        return records;
    }
}
