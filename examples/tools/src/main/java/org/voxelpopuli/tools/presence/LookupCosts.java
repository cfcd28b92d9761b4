package org.voxelpopuli.tools.presence;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.presence.KademliaRoutes;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Transmission;

/** What it costs to find and to announce a route in a network of our own nodes, measured in one. Immutable. */
final class LookupCosts {
    /** What is asked of the DHT. */
    enum Operation {
        /** A prefix is looked up, and somebody is there. */
        FIND,
        /** A prefix is looked up, and nobody is there. */
        FIND_NOTHING,
        /** One who has just looked up a prefix, and found nobody, puts himself there. */
        STORE,
        /** All who hold a prefix are asked, and then one puts himself there, or stays there. */
        PUT
    }

    /**
     * What one operation takes, on average.
     *
     * @param packets that the asker sends, and about as many come back
     * @param bytesAsked of those that it sends
     * @param bytesAnswered of those that come back
     * @param durations how long several of them took
     */
    record Cost(double packets, double bytesAsked, double bytesAnswered, List<Duration> durations) {
        Cost {
            durations = List.copyOf(durations);
        }

        private static Cost mean(List<Cost> costs) {
            return new Cost(
                    costs.stream().mapToDouble(Cost::packets).average().orElse(0),
                    costs.stream().mapToDouble(Cost::bytesAsked).average().orElse(0),
                    costs.stream().mapToDouble(Cost::bytesAnswered).average().orElse(0),
                    costs.stream().flatMap(each -> each.durations.stream()).toList());
        }

        private Cost without(Cost other, List<Duration> insteadTook) {
            return new Cost(
                    Math.max(0, packets - other.packets),
                    Math.max(0, bytesAsked - other.bytesAsked),
                    Math.max(0, bytesAnswered - other.bytesAnswered),
                    insteadTook);
        }
    }

    /** In a larger network lookups cost hardly more: a hop for each eight times as many nodes. */
    private static final int MOST_NODES = 300;

    private static final int LEAST_NODES = 10;
    private static final int OPERATIONS = 12;
    private static final int PORT = 6_363;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration SETTLE = Duration.ofSeconds(30);
    private static final Duration BETWEEN = Duration.ofMillis(300);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration ONE_WAY = Duration.ofMillis(Stage.LINK_MILLIS);

    private final Map<Operation, Cost> costs;

    private LookupCosts(Map<Operation, Cost> costs) {
        this.costs = costs;
    }

    /** The size of the network in which they are measured for so many avatars. */
    static int nodesFor(int avatars) {
        return Math.max(LEAST_NODES, Math.min(MOST_NODES, avatars));
    }

    /** Measures them in a network of so many nodes. */
    static LookupCosts measure(int nodes, long seed) {
        return new Measurement(nodes, seed).run();
    }

    Cost of(Operation operation) {
        Cost cost = costs.get(operation);
        if (cost == null) {
            throw new IllegalArgumentException("nothing was measured of " + operation);
        }
        return cost;
    }

    /** A network of its own. */
    private static final class Measurement {
        /** So many announce a prefix beside the first, so that its places are taken. */
        private static final int OTHERS = 8;

        /** So many prefixes has each looked up before. */
        private static final int BEFORE = 10;

        private final SimulatedKademlia network;
        private final List<Routes> routes = new ArrayList<>();
        private final int nodes;

        private @Nullable InetAddress asker;
        private double packets;
        private double bytesAsked;
        private double bytesAnswered;

        Measurement(int nodes, long seed) {
            this.nodes = nodes;
            network = new SimulatedKademlia(seed);
            network.onBuild(node -> {
                SimulatedHost host = network.host("n" + routes.size());
                routes.add(KademliaRoutes.of(node, host).at(host.socketAddress(PORT)));
            });
            network.simulation()
                    .network()
                    .latency(Duration.ofMillis(Stage.LINK_MILLIS), Duration.ofMillis(Stage.LINK_MILLIS));
            network.simulation().network().add((packet, random, next) -> {
                count(packet);
                next.accept(packet);
            });
        }

        private void count(Transmission packet) {
            if (packet.from().getAddress().equals(asker)) {
                packets++;
                bytesAsked += packet.payload().length;
            } else if (packet.to().getAddress().equals(asker)) {
                bytesAnswered += packet.payload().length;
            }
        }

        LookupCosts run() {
            network.grow(nodes);
            network.simulation().run(SETTLE);
            acquaint();
            List<Cost> nothing = new ArrayList<>();
            List<Cost> announced = new ArrayList<>();
            List<Cost> found = new ArrayList<>();
            List<Cost> again = new ArrayList<>();
            RandomGenerator random = network.simulation().random("askers");
            for (int i = 0; i < OPERATIONS; i++) {
                Name prefix = Name.of("presence", "costs", String.valueOf(i));
                int first = random.nextInt(nodes);
                nothing.add(cost(
                        (first + 1) % nodes, routes.get((first + 1) % nodes).find(prefix)));
                announced.add(cost(first, CompletableFuture.completedFuture(announce(first, prefix))));
                List<Integer> others =
                        random.ints(OTHERS, 0, nodes).boxed().distinct().toList();
                for (int other : others) {
                    announce(other, prefix);
                    network.simulation().run(BETWEEN);
                }
                found.add(cost(
                        (first + 2) % nodes, routes.get((first + 2) % nodes).find(prefix)));
                again.add(cost(first, CompletableFuture.completedFuture(announce(first, prefix))));
                routes.get(first).withdraw(prefix);
                others.forEach(other -> routes.get(other).withdraw(prefix));
            }
            Cost none = Cost.mean(nothing);
            Cost find = Cost.mean(found);
            // Who announces looks up the prefix first.
            Cost store = Cost.mean(announced).without(none, List.of(ONE_WAY));
            Cost put = Cost.mean(again).without(find, none.durations());
            return new LookupCosts(Map.of(
                    Operation.FIND_NOTHING, none, Operation.FIND, find, Operation.STORE, store, Operation.PUT, put));
        }

        /** Who has been in the network for a minute has proven its address to most of those whom it asks. */
        private void acquaint() {
            for (int i = 0; i < BEFORE; i++) {
                for (int node = 0; node < nodes; node++) {
                    var unused = routes.get(node).find(Name.of("presence", "before", i + "-" + node));
                }
                network.simulation().run(PAUSE);
            }
        }

        private boolean announce(int node, Name prefix) {
            routes.get(node).announce(prefix);
            return true;
        }

        /** What a node sends and gets until the operation is done, and for as long after it as its rest may take. */
        private Cost cost(int node, CompletableFuture<?> operation) {
            asker = network.host("n" + node).address();
            packets = 0;
            bytesAsked = 0;
            bytesAnswered = 0;
            Duration began = network.simulation().elapsed();
            var unused = network.simulation().await(operation.thenApply(done -> true), LIMIT);
            Duration took = network.simulation().elapsed().minus(began);
            network.simulation().run(PAUSE);
            asker = null;
            return new Cost(packets, bytesAsked, bytesAnswered, List.of(took));
        }
    }
}
