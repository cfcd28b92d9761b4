package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;

/** A directory of routes that all hosts of a simulation share, and that answers after a while, as a DHT does. */
final class SimulatedRoutes {
    private final Map<Name, Set<InetSocketAddress>> byPrefix = new LinkedHashMap<>();
    private final Duration delay;
    private boolean tellsAddresses = true;
    private BiFunction<Name, List<InetSocketAddress>, List<InetSocketAddress>> detour = (prefix, there) -> there;

    /** So many of those who share a prefix are told of, those who announced it first. */
    private final int most;

    SimulatedRoutes(Duration delay) {
        this(delay, Integer.MAX_VALUE);
    }

    SimulatedRoutes(Duration delay, int most) {
        this.delay = delay;
        this.most = most;
    }

    /** From now on nobody says himself where he answers: all have to look it up. */
    void withoutAddresses() {
        tellsAddresses = false;
    }

    /** From now on, this is found in place of what is there. */
    void detour(BiFunction<Name, List<InetSocketAddress>, List<InetSocketAddress>> to) {
        detour = to;
    }

    /** What is there. */
    List<InetSocketAddress> at(Name prefix) {
        return List.copyOf(byPrefix.getOrDefault(prefix, Set.of()));
    }

    /** Prefixes that lead somewhere. */
    int prefixes() {
        return byPrefix.size();
    }

    Routes of(SimulatedHost host, InetSocketAddress address) {
        Worker worker = host.worker("routes");
        return new Routes() {
            @Override
            public void announce(Name prefix) {
                worker.schedule(delay, () -> byPrefix.computeIfAbsent(prefix, each -> new LinkedHashSet<>())
                        .add(address));
            }

            @Override
            public void withdraw(Name prefix) {
                worker.schedule(delay, () -> {
                    Set<InetSocketAddress> there = byPrefix.get(prefix);
                    if (there != null && there.remove(address) && there.isEmpty()) {
                        byPrefix.remove(prefix);
                    }
                });
            }

            @Override
            public Optional<InetSocketAddress> address() {
                return tellsAddresses ? Optional.of(address) : Optional.empty();
            }

            @Override
            public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
                CompletableFuture<List<InetSocketAddress>> found = new CompletableFuture<>();
                worker.schedule(
                        delay,
                        () -> found.complete(detour.apply(prefix, at(prefix)).stream()
                                .limit(most)
                                .toList()));
                return found;
            }
        };
    }
}
