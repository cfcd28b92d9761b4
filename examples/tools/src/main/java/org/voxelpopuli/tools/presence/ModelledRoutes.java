package org.voxelpopuli.tools.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;

/**
 * Where names lead, with the rules of {@code KademliaRoutes}: a prefix that many share has four places, which count for two minutes and are renewed after 40 s, one that belongs to a host has one,
 * for 8 minutes, renewed after 3; what is wanted at the same time is looked up once, and who has looked in order to announce knows it for 20 s. What each lookup costs is taken from {@link Directory}.
 */
final class ModelledRoutes {
    private static final Duration LIFE = Duration.ofMinutes(2);
    private static final Duration LIFE_OF_HOST = Duration.ofMinutes(8);
    private static final Duration RENEWAL = Duration.ofSeconds(40);
    private static final Duration RENEWAL_OF_HOST = Duration.ofMinutes(3);
    private static final int PLACES = 4;

    private final Stage stage;
    private final Name shared;
    private final Map<Name, Map<InetSocketAddress, Double>> until = new LinkedHashMap<>();

    ModelledRoutes(Stage stage) {
        this.stage = stage;
        shared = stage.settings().prefix().append(stage.settings().instance());
    }

    private Map<InetSocketAddress, Double> at(Name prefix) {
        Map<InetSocketAddress, Double> there = until.computeIfAbsent(prefix, each -> new LinkedHashMap<>());
        double now = stage.nowMillis();
        there.values().removeIf(end -> end <= now);
        return there;
    }

    Routes of(SimulatedHost host, InetSocketAddress address, int node) {
        return new OfNode(host, address, node);
    }

    private final class OfNode implements Routes {
        private final SimulatedHost host;
        private final Worker worker;
        private final InetSocketAddress address;
        private final int node;
        private final Map<Name, Announcement> announced = new HashMap<>();
        private final Map<Name, CompletableFuture<List<InetSocketAddress>>> waiting = new HashMap<>();

        OfNode(SimulatedHost host, InetSocketAddress address, int node) {
            this.host = host;
            this.worker = host.worker("routes");
            this.address = address;
            this.node = node;
        }

        @Override
        public void announce(Name prefix) {
            Announcement announcement = new Announcement(prefix);
            announced.put(prefix, announcement);
            announcement.renew();
        }

        @Override
        public void withdraw(Name prefix) {
            announced.remove(prefix);
        }

        @Override
        public Optional<InetSocketAddress> address() {
            return Optional.of(address);
        }

        @Override
        public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
            Announcement announcement = announced.get(prefix);
            List<InetSocketAddress> seen = announcement == null ? List.of() : announcement.seenLately();
            return seen.isEmpty() ? look(prefix) : CompletableFuture.completedFuture(seen);
        }

        /** Who is there, this node perhaps among them. */
        private CompletableFuture<List<InetSocketAddress>> look(Name prefix) {
            CompletableFuture<List<InetSocketAddress>> running = waiting.get(prefix);
            if (running != null) {
                return running;
            }
            CompletableFuture<List<InetSocketAddress>> found = new CompletableFuture<>();
            waiting.put(prefix, found);
            LookupCosts.Operation operation =
                    at(prefix).isEmpty() ? LookupCosts.Operation.FIND_NOTHING : LookupCosts.Operation.FIND;
            worker.schedule(stage.directory().ask(node, operation), () -> {
                waiting.remove(prefix);
                found.complete(List.copyOf(at(prefix).keySet()));
            });
            return found;
        }

        /** One prefix below which a node answers. */
        private final class Announcement {
            private final Name prefix;
            private final boolean ofHost;
            private boolean placed;
            private List<InetSocketAddress> seen = List.of();
            private double seenAt;

            Announcement(Name prefix) {
                this.prefix = prefix;
                ofHost = !shared.isPrefixOf(prefix);
            }

            List<InetSocketAddress> seenLately() {
                return stage.nowMillis() - seenAt < RENEWAL.toMillis() / 2.0 ? seen : List.of();
            }

            private void saw(List<InetSocketAddress> there) {
                seen = new ArrayList<>(there);
                seen.remove(address);
                seenAt = stage.nowMillis();
            }

            void renew() {
                if (announced.get(prefix) != this) {
                    return;
                }
                Duration interval = ofHost ? RENEWAL_OF_HOST : RENEWAL;
                long again = (long) (interval.toMillis() * host.random().nextDouble(0.8, 1.2));
                worker.schedule(Duration.ofMillis(again), this::renew);
                if (ofHost || placed) {
                    put(LookupCosts.Operation.PUT);
                    return;
                }
                var unused = look(prefix).thenAccept(there -> {
                    saw(there);
                    if (there.contains(address) || there.size() < PLACES) {
                        put(there.isEmpty() ? LookupCosts.Operation.STORE : LookupCosts.Operation.PUT);
                    }
                });
            }

            private void put(LookupCosts.Operation operation) {
                worker.schedule(stage.directory().ask(node, operation), () -> {
                    Map<InetSocketAddress, Double> there = at(prefix);
                    saw(List.copyOf(there.keySet()));
                    placed = there.containsKey(address) || there.size() < (ofHost ? 1 : PLACES);
                    if (placed) {
                        there.put(address, stage.nowMillis() + (ofHost ? LIFE_OF_HOST : LIFE).toMillis());
                    }
                });
            }
        }
    }
}
