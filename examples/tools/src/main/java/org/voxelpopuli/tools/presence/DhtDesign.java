package org.voxelpopuli.tools.presence;

import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.Octant;
import org.voxelpopuli.presence.OctreeSpace;
import org.voxelpopuli.presence.Point;

/**
 * The DHT alone, a model: each avatar is a record under the octant of the level of names in which it is, renewed every 40 s; each asks every discovery interval for the members of the octants around it, then asks those
 * whom it does not know where they are, and those in its area to send it their positions, the nearest at the full rate and the others once a second. Positions are signed, as there is no server to believe.
 */
final class DhtDesign implements Design {
    /** A member in the answer of a lookup: a name, an address, an end, a signature. */
    private static final int MEMBER = 110;

    /** Who asks, for what rate, until when. */
    private static final int REQUEST = 24;

    /** The 20 bytes that a position has in the presence, too, who it is of, and a signature. */
    private static final int POSITION = 4 + 20 + 64;

    private static final Duration RENEWAL = Duration.ofSeconds(40);
    private static final long FAR_MILLIS = 1_000;

    /** Moves come a little sooner or later than they are sent on. */
    private static final long SLACK_MILLIS = 1;

    private final Stage stage;
    private final OctreeSpace space;
    private final Map<Octant, BitSet> members = new HashMap<>();
    private final @Nullable Node[] nodes;
    private long signed;
    private long verified;

    DhtDesign(Stage stage) {
        this.stage = stage;
        space = stage.settings().space();
        nodes = new Node[stage.avatars()];
    }

    @Override
    public void join(int avatar, Point at) {
        Node node = new Node(avatar, at);
        nodes[avatar] = node;
        node.register();
        node.poll();
    }

    @Override
    public void move(int avatar, Point to) {
        Node node = nodes[avatar];
        if (node != null) {
            node.moved(to);
        }
    }

    @Override
    public CompletableFuture<Effort> effort() {
        return CompletableFuture.completedFuture(new Effort(signed, verified, 0, 0));
    }

    private void withNode(int number, Consumer<Node> task) {
        Node node = nodes[number];
        if (node != null) {
            task.accept(node);
        }
    }

    /** What a node was told by another. */
    private record Seen(Point place, Octant leaf) {}

    /** Until when another wants positions, and how often. */
    private record Subscriber(double untilMillis, long everyMillis, double sentMillis) {}

    /** One avatar. */
    private final class Node {
        private final int who;
        private final Map<Integer, Subscriber> subscribers = new HashMap<>();
        private final Map<Integer, Seen> seen = new HashMap<>();
        private Point at;
        private double movedAt;
        private Octant registered;
        private int registration;

        Node(int who, Point at) {
            this.who = who;
            this.at = at;
            movedAt = stage.nowMillis();
            registered = parent(at);
        }

        private Octant parent(Point place) {
            return space.leaf(place).ancestor(space.prefixLevel());
        }

        void moved(Point to) {
            at = to;
            movedAt = stage.nowMillis();
            tell();
            if (!parent(to).equals(registered)) {
                registered = parent(to);
                register();
            }
        }

        void register() {
            int number = ++registration;
            Octant octant = registered;
            Duration stored = stage.directory().ask(who, LookupCosts.Operation.PUT);
            stage.worker().schedule(stored, () -> {
                members.values().forEach(each -> each.clear(who));
                members.computeIfAbsent(octant, each -> new BitSet()).set(who);
            });
            stage.worker().schedule(RENEWAL, () -> {
                if (number == registration) {
                    register();
                }
            });
        }

        void poll() {
            Set<Octant> parents = new HashSet<>();
            space.cover(at, stage.settings().radius()).forEach(each -> parents.add(each.ancestor(space.prefixLevel())));
            parents.stream().sorted().forEach(octant -> {
                boolean some = !members.getOrDefault(octant, new BitSet()).isEmpty();
                Duration took = stage.directory()
                        .ask(who, some ? LookupCosts.Operation.FIND : LookupCosts.Operation.FIND_NOTHING);
                stage.worker().schedule(took, () -> found(octant));
            });
            long interval = stage.settings().times().discoveryInterval().toMillis();
            stage.worker()
                    .schedule(
                            Duration.ofMillis((long) (interval * stage.random().nextDouble(0.9, 1.1))), this::poll);
        }

        private void found(Octant octant) {
            BitSet there = members.getOrDefault(octant, new BitSet());
            int bytes = MEMBER * there.cardinality();
            stage.traffic().asked(who, 0, 0, bytes);
            verified += there.cardinality();
            there.stream().filter(each -> each != who).forEach(this::ask);
        }

        /** Asks another to tell where it is, once or as long as it is near. */
        private void ask(int whom) {
            Seen known = seen.get(whom);
            boolean near = known != null && isNear(known);
            boolean drawn = known != null && covers(known.leaf);
            double until = drawn
                    ? stage.nowMillis()
                            + 1.5 * stage.settings().times().discoveryInterval().toMillis()
                    : 0;
            long every = near ? stage.settings().times().updateInterval().toMillis() : FAR_MILLIS;
            stage.send(
                    Traffic.Use.DISCOVERY,
                    who,
                    whom,
                    REQUEST,
                    () -> withNode(whom, other -> other.asked(who, until, every)));
        }

        private boolean isNear(Seen known) {
            double distance = at.distance(known.place);
            return covers(known.leaf)
                    && seen.values().stream()
                                    .filter(each -> at.distance(each.place) < distance && covers(each.leaf))
                                    .count()
                            < stage.settings().neighbours();
        }

        private boolean covers(Octant leaf) {
            Point corner = space.corner(leaf);
            double edge = space.edge(space.levels());
            double dx = at.x() - Math.max(corner.x(), Math.min(corner.x() + edge, at.x()));
            double dy = at.y() - Math.max(corner.y(), Math.min(corner.y() + edge, at.y()));
            double dz = at.z() - Math.max(corner.z(), Math.min(corner.z() + edge, at.z()));
            return Math.sqrt(dx * dx + dy * dy + dz * dz) <= stage.settings().radius();
        }

        private void asked(int by, double until, long every) {
            subscribers.remove(by);
            if (until > 0) {
                subscribers.put(by, new Subscriber(until, every, stage.nowMillis()));
            }
            tell(by);
        }

        /** Tells all who want it, and have not heard of it for long enough, where it is. */
        void tell() {
            double now = stage.nowMillis();
            subscribers.values().removeIf(each -> each.untilMillis < now);
            boolean any = false;
            for (Map.Entry<Integer, Subscriber> each : subscribers.entrySet()) {
                Subscriber subscriber = each.getValue();
                if (now - subscriber.sentMillis > subscriber.everyMillis - SLACK_MILLIS) {
                    each.setValue(new Subscriber(subscriber.untilMillis, subscriber.everyMillis, now));
                    tell(each.getKey());
                    any = true;
                }
            }
            signed += any ? 1 : 0;
        }

        private void tell(int whom) {
            Point place = at;
            double then = movedAt;
            stage.send(
                    Traffic.Use.POSITIONS,
                    who,
                    whom,
                    POSITION,
                    () -> withNode(whom, other -> other.told(who, place, then)));
        }

        private void told(int by, Point place, double then) {
            verified++;
            Octant leaf = space.leaf(place);
            Seen before = seen.put(by, new Seen(place, leaf));
            if (covers(leaf)) {
                if (before == null || !covers(before.leaf)) {
                    ask(by);
                }
                stage.sights().drawn(who, by, stage.nowMillis(), Math.round(then));
            } else {
                stage.sights().gone(who, by);
            }
        }
    }
}
