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
        /** One key is looked up, and there is something. */
        FIND,
        /** One key is looked up, and there is nothing. */
        FIND_NOTHING,
        /** One key is stored after it was looked up. */
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

        private static Cost mean(List<Cost> costs, int operationsInEach) {
            double all = (double) costs.size() * operationsInEach;
            return new Cost(
                    costs.stream().mapToDouble(Cost::packets).sum() / all,
                    costs.stream().mapToDouble(Cost::bytesAsked).sum() / all,
                    costs.stream().mapToDouble(Cost::bytesAnswered).sum() / all,
                    costs.stream().flatMap(each -> each.durations.stream()).toList());
        }

        private Cost without(Cost other, int times) {
            return new Cost(
                    Math.max(0, packets - times * other.packets),
                    Math.max(0, bytesAsked - times * other.bytesAsked),
                    Math.max(0, bytesAnswered - times * other.bytesAnswered),
                    other.durations);
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

    /** A network of its own. A prefix that many share has four keys, so that all counts are of four lookups. */
    private static final class Measurement {
        private static final int KEYS = 4;

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
            List<Cost> nothing = new ArrayList<>();
            List<Cost> announced = new ArrayList<>();
            List<Cost> found = new ArrayList<>();
            RandomGenerator random = network.simulation().random("askers");
            for (int i = 0; i < OPERATIONS; i++) {
                Name prefix = Name.of("presence", "costs", String.valueOf(i));
                int first = random.nextInt(nodes);
                nothing.add(cost(
                        (first + 1) % nodes, routes.get((first + 1) % nodes).find(prefix)));
                announced.add(cost(first, CompletableFuture.completedFuture(announce(first, prefix))));
                List<Integer> others =
                        random.ints(2 * KEYS, 0, nodes).boxed().distinct().toList();
                for (int other : others) {
                    announce(other, prefix);
                    network.simulation().run(BETWEEN);
                }
                found.add(cost(
                        (first + 2) % nodes, routes.get((first + 2) % nodes).find(prefix)));
                routes.get(first).withdraw(prefix);
                others.forEach(other -> routes.get(other).withdraw(prefix));
            }
            Cost empty = Cost.mean(nothing, KEYS);
            Cost put = Cost.mean(announced, 1).without(empty, KEYS);
            return new LookupCosts(
                    Map.of(Operation.FIND_NOTHING, empty, Operation.FIND, Cost.mean(found, KEYS), Operation.PUT, put));
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
