package org.voxelpopuli.kademlia.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;

/**
 * Routes that are kept in the network, signed and expiring. Thread-safe.
 *
 * <pre>{@code
 * KademliaRoutes routes = KademliaRoutes.of(node, environment);
 * node.start().thenRun(() -> System.out.println("presence may start with " + routes));
 * }</pre>
 */
public final class KademliaRoutes {
    /** How long a record counts. */
    static final Duration LIFE = Duration.ofSeconds(90);

    /** How often it is looked whether ours is still there, or a slot free. */
    static final Duration RENEWAL = Duration.ofSeconds(40);

    /** So far ahead a clock may be: what counts for longer than that and a life is a lie, which would hold a slot for good. */
    private static final Duration MAX_AHEAD = Duration.ofMinutes(1);

    private final KademliaNode node;
    private final NodeEnvironment environment;
    private final RandomGenerator random;
    private final RecordService records;

    /** Who waits for the searches that run: whoever goes to a place looks who is there and whether he is needed there, and avatars that come and go look for the same again and again. */
    private final Map<NodeId, List<Consumer<List<WireValue>>>> searches = new HashMap<>();

    private KademliaRoutes(KademliaNode node, NodeEnvironment environment) {
        this.node = node;
        this.environment = environment;
        random = environment.random();
        records = node.addRecords(RouteRecord.KIND, StoreRouteRpc::new, FindRouteRpc::new);
    }

    /** Adds the kind of records to a node, which has not started yet. Every node of the network keeps them, so every node needs this. */
    public static KademliaRoutes of(KademliaNode node, NodeEnvironment environment) {
        return new KademliaRoutes(node, environment);
    }

    /**
     * The routes of a presence that others reach at this UDP address.
     *
     * @throws IllegalArgumentException if that is no address of one node, such as 0.0.0.0
     */
    public Routes at(InetSocketAddress address) {
        if (address.isUnresolved() || !RouteRecord.isOfOneNode(address.getAddress())) {
            throw new IllegalArgumentException(
                    "routes lead to " + address + ", allowed is an address at which others reach this node");
        }
        return new OfAddress(address);
    }

    /** For tests. */
    RecordService records() {
        return records;
    }

    private final class OfAddress implements Routes {
        private final InetSocketAddress address;

        /** On the node's worker. */
        private final Map<Name, Announcement> announcements = new HashMap<>();

        OfAddress(InetSocketAddress address) {
            this.address = address;
        }

        @Override
        public void announce(Name prefix) {
            node.worker().execute(() -> {
                Announcement announcement = new Announcement(prefix, address);
                Announcement before = announcements.put(prefix, announcement);
                if (before != null) {
                    before.end();
                }
                announcement.renew();
            });
        }

        @Override
        public void withdraw(Name prefix) {
            node.worker().execute(() -> {
                Announcement announcement = announcements.remove(prefix);
                if (announcement != null) {
                    announcement.end();
                }
            });
        }

        @Override
        public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
            CompletableFuture<List<InetSocketAddress>> result = new CompletableFuture<>();
            node.worker().execute(() -> {
                Set<InetSocketAddress> found = new LinkedHashSet<>();
                int[] left = {RouteRecord.slots(prefix)};
                for (int slot = 0; slot < RouteRecord.slots(prefix); slot++) {
                    findSlot(prefix, slot, route -> {
                        route.ifPresent(each -> found.add(each.address()));
                        if (--left[0] == 0) {
                            found.remove(address);
                            result.complete(List.copyOf(found));
                        }
                    });
                }
            });
            return result;
        }
    }

    /** Who is in a slot and still counts. */
    private void findSlot(Name prefix, int slot, Consumer<Optional<RouteRecord>> done) {
        search(RouteRecord.key(prefix, slot), values -> {
            long now = environment.clock().wallMillis();
            Optional<RouteRecord> counting = Optional.empty();
            for (WireValue value : values) {
                try {
                    RouteRecord route = RouteRecord.read(value);
                    boolean counts = route.untilMillis() > now
                            && route.untilMillis() <= now + LIFE.plus(MAX_AHEAD).toMillis();
                    if (route.prefix().equals(prefix) && counts && counting.isEmpty()) {
                        counting = Optional.of(route);
                    }
                } catch (BadValueException e) {
                    // Somebody else's mistake; the next value may be better.
                }
            }
            done.accept(counting);
        });
    }

    private void search(NodeId key, Consumer<List<WireValue>> done) {
        List<Consumer<List<WireValue>>> running = searches.get(key);
        if (running != null) {
            running.add(done);
            return;
        }
        List<Consumer<List<WireValue>>> waiting = new ArrayList<>(List.of(done));
        searches.put(key, waiting);
        var unused = records.find(key, false, values -> {
            searches.remove(key);
            waiting.forEach(each -> each.accept(values));
        });
    }

    /** One prefix below which this node answers. Of the node's worker. */
    private final class Announcement {
        private final Name prefix;
        private final InetSocketAddress address;

        private Worker.@Nullable Timer timer;
        private boolean ended;

        /** The slot in which we are; none if -1. */
        private int own = -1;

        Announcement(Name prefix, InetSocketAddress address) {
            this.prefix = prefix;
            this.address = address;
        }

        /** Renews ours, or takes a slot that is free; if none is, enough others can be found. */
        void renew() {
            if (ended) {
                return;
            }
            timer = node.worker()
                    .schedule(
                            Duration.ofMillis((long) (RENEWAL.toMillis() * random.nextDouble(0.8, 1.2))), this::renew);
            int slots = RouteRecord.slots(prefix);
            if (own >= 0 || slots == 1) {
                int slot = Math.max(own, 0);
                findSlot(prefix, slot, there -> {
                    boolean taken = there.isPresent() && !there.get().address().equals(address) && slots > 1;
                    if (taken) {
                        own = -1;
                    } else {
                        put(slot);
                    }
                });
                return;
            }
            List<Integer> free = new ArrayList<>();
            int[] left = {slots};
            for (int slot = 0; slot < slots; slot++) {
                int each = slot;
                findSlot(prefix, each, there -> {
                    if (there.isEmpty() || there.get().address().equals(address)) {
                        free.add(each);
                    }
                    if (--left[0] == 0 && !free.isEmpty()) {
                        put(free.get(random.nextInt(free.size())));
                    }
                });
            }
        }

        private void put(int slot) {
            if (ended) {
                return;
            }
            own = slot;
            RouteRecord route =
                    new RouteRecord(prefix, address, environment.clock().wallMillis() + LIFE.toMillis());
            var unused = records.put(RouteRecord.key(prefix, slot), route.write(), false, stored -> {
                // Whether it was kept is seen at the next renewal.
            });
        }

        /** Ends it: what is stored expires by itself. */
        void end() {
            ended = true;
            if (timer != null) {
                timer.cancel();
            }
        }
    }
}
