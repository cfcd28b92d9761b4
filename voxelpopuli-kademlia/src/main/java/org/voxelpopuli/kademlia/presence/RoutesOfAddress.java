package org.voxelpopuli.kademlia.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.presence.RouteRecord.Route;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;

/**
 * The routes of one address. What is wanted at the same time is looked up once, and what an announcement has seen is told to who asks soon after it. Thread-safe; the state is of the
 * node's worker.
 */
final class RoutesOfAddress implements Routes {
    /** How often it is looked whether our place among many is still there, or one free. */
    static final Duration RENEWAL = Duration.ofSeconds(40);

    private static final Duration RENEWAL_OF_HOST = Duration.ofMinutes(3);

    /** So far ahead a clock may be: what counts for longer than that and a life is a lie, which would hold a place for good. */
    private static final Duration MAX_AHEAD = Duration.ofMinutes(1);

    /** So often it is tried to put together what several have put at the same time, each after a while by chance. */
    private static final int MERGES = 3;

    private static final int MERGE_WITHIN_MILLIS = 500;

    private final InetSocketAddress address;
    private final Worker worker;
    private final NodeClock clock;
    private final RandomGenerator random;
    private final RecordService records;

    private final Map<Name, Announcement> announcements = new HashMap<>();

    /** Who waits for what is being looked up. */
    private final Map<Name, List<Consumer<Sight>>> waiting = new HashMap<>();

    /**
     * What was found of a prefix.
     *
     * @param others who answer there
     * @param taken places that are not free: of the record that most hold, and as many of other records as leave one for us
     * @param oursUntil until when we are named, too; 0 if we are not
     * @param holders who should hold the record, if all of them were asked
     */
    private record Sight(List<Route> others, List<Route> taken, long oursUntil, List<Contact> holders) {
        boolean ours() {
            return oursUntil > 0;
        }

        List<InetSocketAddress> addresses() {
            return others.stream().map(Route::address).distinct().toList();
        }
    }

    RoutesOfAddress(InetSocketAddress address, Worker worker, NodeEnvironment environment, RecordService records) {
        this.address = address;
        this.worker = worker;
        this.clock = environment.clock();
        this.random = environment.random();
        this.records = records;
    }

    @Override
    public void announce(Name prefix) {
        worker.execute(() -> {
            Announcement announcement = new Announcement(prefix);
            Announcement before = announcements.put(prefix, announcement);
            if (before != null) {
                before.end();
            }
            announcement.renew();
        });
    }

    @Override
    public void withdraw(Name prefix) {
        worker.execute(() -> {
            Announcement announcement = announcements.remove(prefix);
            if (announcement != null) {
                announcement.end();
            }
        });
    }

    @Override
    public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
        CompletableFuture<List<InetSocketAddress>> result = new CompletableFuture<>();
        worker.execute(() -> {
            Announcement announcement = announcements.get(prefix);
            List<InetSocketAddress> seen = announcement == null ? List.of() : announcement.seenLately();
            if (seen.isEmpty()) {
                look(prefix, sight -> result.complete(sight.addresses()));
            } else {
                result.complete(seen);
            }
        });
        return result;
    }

    @Override
    public Optional<InetSocketAddress> address() {
        return Optional.of(address);
    }

    /** Finds who is there: one lookup for all who want to know it now. */
    private void look(Name prefix, Consumer<Sight> done) {
        List<Consumer<Sight>> others = waiting.get(prefix);
        if (others != null) {
            others.add(done);
            return;
        }
        waiting.put(prefix, new ArrayList<>(List.of(done)));
        look(prefix, false, sight -> {
            List<Consumer<Sight>> all = waiting.remove(prefix);
            if (all != null) {
                all.forEach(each -> each.accept(sight));
            }
        });
    }

    private void look(Name prefix, boolean all, Consumer<Sight> done) {
        var unused = records.findWithHolders(
                RouteRecord.key(prefix), all, (values, holders) -> done.accept(sight(prefix, values, holders)));
    }

    /** What counts, of a host in the newest that says something of the prefix; where many answer in all: of those who came at the same moment each may stand at other holders. */
    private Sight sight(Name prefix, List<WireValue> values, List<Contact> holders) {
        long now = clock.wallMillis();
        long latest = now + RouteRecord.life(prefix).plus(MAX_AHEAD).toMillis();
        long latestTaken = latest + MAX_AHEAD.toMillis();
        Map<InetSocketAddress, Route> all = new LinkedHashMap<>();
        int ofFirst = 0;
        for (WireValue value : values) {
            if (ofFirst > 0 && RouteRecord.hasOwner(prefix)) {
                break;
            }
            for (Route each : routes(prefix, value)) {
                if (each.untilMillis() > now && each.untilMillis() <= latestTaken) {
                    all.merge(
                            each.address(),
                            each,
                            (one, other) -> one.untilMillis() >= other.untilMillis() ? one : other);
                }
            }
            ofFirst = ofFirst == 0 ? all.size() : ofFirst;
        }
        List<Route> others = new ArrayList<>(all.values());
        List<Route> first = new ArrayList<>(others.subList(0, ofFirst));
        first.removeIf(each -> each.address().equals(address));
        others.removeIf(each -> each.address().equals(address));
        Route ours = all.get(address);
        // With ours beside them, those of the record that most hold all stay.
        int taken = Math.max(first.size(), Math.min(others.size(), RouteRecord.PLACES - 1));
        List<Route> places = List.copyOf(others.subList(0, taken));
        others.removeIf(each -> each.untilMillis() > latest);
        return new Sight(others, places, ours == null ? 0 : ours.untilMillis(), holders);
    }

    private static List<Route> routes(Name prefix, WireValue value) {
        try {
            RouteRecord record = RouteRecord.read(value);
            return record.prefix().equals(prefix) ? record.routes() : List.of();
        } catch (BadValueException e) {
            // Somebody else's mistake; the next value may be better.
            return List.of();
        }
    }

    /** One prefix below which this node answers. Of the node's worker. */
    private final class Announcement {
        private final Name prefix;
        private final boolean ofHost;

        private Worker.@Nullable Timer timer;
        private boolean ended;

        /** Whether we have a place. */
        private boolean placed;

        private List<InetSocketAddress> seen = List.of();
        private long seenAt;

        Announcement(Name prefix) {
            this.prefix = prefix;
            ofHost = RouteRecord.hasOwner(prefix);
        }

        /** The others who were there when it was looked not long ago. */
        List<InetSocketAddress> seenLately() {
            return clock.nanos() - seenAt < RENEWAL.toNanos() / 2 ? seen : List.of();
        }

        /** Renews ours, or takes a place that is free; if none is, enough others can be found. */
        void renew() {
            if (ended) {
                return;
            }
            Duration again = ofHost ? RENEWAL_OF_HOST : RENEWAL;
            timer = worker.schedule(
                    Duration.ofMillis((long) (again.toMillis() * random.nextDouble(0.8, 1.2))), this::renew);
            if (ofHost || placed) {
                look(prefix, true, sight -> put(sight, MERGES));
                return;
            }
            look(prefix, sight -> {
                saw(sight);
                if (ended) {
                    return;
                }
                if (!sight.ours() && sight.taken().size() >= RouteRecord.PLACES) {
                    return;
                }
                if (sight.holders().isEmpty()) {
                    look(prefix, true, asked -> put(asked, MERGES));
                } else {
                    put(sight, MERGES);
                }
            });
        }

        private void saw(Sight sight) {
            seen = sight.addresses();
            seenAt = clock.nanos();
        }

        /**
         * Puts us beside the others, if there is room. What several put at the same time some holders refuse: then it is looked again, and all are put together.
         *
         * @param merges so often at most
         */
        private void put(Sight sight, int merges) {
            saw(sight);
            List<Route> routes = new ArrayList<>(ofHost ? List.of() : sight.taken());
            placed = !ended && routes.size() < RouteRecord.places(prefix);
            if (placed) {
                long until = clock.wallMillis() + RouteRecord.life(prefix).toMillis();
                // Merging renews nothing, or two who merge would not put the same.
                boolean isNew = sight.oursUntil() > until - RENEWAL.toMillis() / 2;
                routes.add(new Route(address, isNew ? sight.oursUntil() : until));
                records.storeAt(
                        sight.holders(), RouteRecord.key(prefix), new RouteRecord(prefix, routes).write(), stored -> {
                            if (!ofHost && merges > 0 && stored.notOwner() + stored.tooOld() > 0) {
                                worker.schedule(
                                        Duration.ofMillis(random.nextInt(MERGE_WITHIN_MILLIS)), () -> merge(merges));
                            }
                        });
            }
        }

        private void merge(int merges) {
            if (!ended) {
                look(prefix, true, sight -> put(sight, merges - 1));
            }
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
