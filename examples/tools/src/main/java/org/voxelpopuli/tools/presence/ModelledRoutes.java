package org.voxelpopuli.tools.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;

/**
 * Where names lead, with the rules of {@code KademliaRoutes}: records count for 90 s and are renewed after 40 s, a prefix that many share has four of them, and one that belongs to a host
 * one. What each lookup costs is taken from {@link Directory}.
 */
final class ModelledRoutes {
    private static final Duration LIFE = Duration.ofSeconds(90);
    private static final Duration RENEWAL = Duration.ofSeconds(40);
    private static final int SLOTS = 4;

    private final Stage stage;
    private final Name shared;
    private final Map<Name, Map<InetSocketAddress, Double>> until = new LinkedHashMap<>();

    ModelledRoutes(Stage stage) {
        this.stage = stage;
        shared = stage.settings().prefix().append(stage.settings().instance());
    }

    private int slots(Name prefix) {
        return shared.isPrefixOf(prefix) ? SLOTS : 1;
    }

    private Map<InetSocketAddress, Double> at(Name prefix) {
        Map<InetSocketAddress, Double> there = until.computeIfAbsent(prefix, each -> new LinkedHashMap<>());
        double now = stage.nowMillis();
        there.values().removeIf(end -> end <= now);
        return there;
    }

    Routes of(SimulatedHost host, InetSocketAddress address, int node) {
        Worker worker = host.worker("routes");
        Set<Name> announced = new HashSet<>();
        return new Routes() {
            @Override
            public void announce(Name prefix) {
                if (announced.add(prefix)) {
                    renew(prefix);
                }
            }

            private void renew(Name prefix) {
                if (!announced.contains(prefix)) {
                    return;
                }
                long again = (long) (RENEWAL.toMillis() * host.random().nextDouble(0.8, 1.2));
                worker.schedule(Duration.ofMillis(again), () -> renew(prefix));
                boolean isThere = at(prefix).containsKey(address);
                Duration took = lookUp(prefix, isThere ? 1 : slots(prefix));
                worker.schedule(took, () -> {
                    Map<InetSocketAddress, Double> there = at(prefix);
                    if (there.containsKey(address) || there.size() < slots(prefix)) {
                        Duration stored = stage.directory().ask(node, LookupCosts.Operation.PUT);
                        there.put(address, stage.nowMillis() + LIFE.plus(stored).toMillis());
                    }
                });
            }

            private Duration lookUp(Name prefix, int keys) {
                int filled = at(prefix).size();
                Duration longest = Duration.ZERO;
                for (int key = 0; key < keys; key++) {
                    Duration took = stage.directory()
                            .ask(node, key < filled ? LookupCosts.Operation.FIND : LookupCosts.Operation.FIND_NOTHING);
                    longest = took.compareTo(longest) > 0 ? took : longest;
                }
                return longest;
            }

            @Override
            public void withdraw(Name prefix) {
                announced.remove(prefix);
            }

            @Override
            public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
                CompletableFuture<List<InetSocketAddress>> found = new CompletableFuture<>();
                worker.schedule(
                        lookUp(prefix, slots(prefix)),
                        () -> found.complete(List.copyOf(at(prefix).keySet())));
                return found;
            }
        };
    }
}
