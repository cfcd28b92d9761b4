package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.PositionRule.Answer;
import org.voxelpopuli.presence.PositionRule.LastKnown;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * The avatars of which one of ours has heard: each is asked where it is, and its answers decide by the {@linkplain PositionRule rules} whether it is in the {@linkplain AreaOfInterest area of interest} (SPEC N7, N8).
 * Of the presence's worker.
 */
final class Surroundings {
    /** So many of whom only others have spoken are asked at a time. */
    private static final int MAX_STRANGERS = 256;

    /** Of them so many at most of whom none has spoken who had named others that exist: what keys without number invent leaves room for what is known to be true. */
    private static final int MAX_UNVOUCHED = MAX_STRANGERS / 2;

    /** So many of those who may be known, and half of those beyond the nearest at most, are always such: so in a crowd who is nearer can take the place of who is farther. */
    private static final int ROOM_FOR_STRANGERS = 16;

    /** So many beyond the nearest may be known in any case, half of them strangers: where none may be, nobody would hear where who comes new is, and the first to come would stay. */
    private static final int LEAST_BEYOND_NEAREST = 4;

    /** Who is nearer takes the place of who is farther by so much, so that two who walk do not take turns. */
    private static final double NEARER = 1.1;

    /** So many who are crowded out are told as known, or some for each who may be known if that is more: of a crowd in which each forgot some of the others at once the same ones would be named again and again, and some never. */
    private static final int LEAST_CROWDED_OUT = 1_000;

    private static final int CROWDED_OUT_FOR_EACH_KNOWN = 4;

    /** Who has been silent so often makes room for another. */
    private static final int SILENT_STRANGER = 2;

    /** On whose word it is acted if an answer does not say who signed it. */
    private static final Object NOBODY = "nobody";

    /** On whose word the avatars of this node are asked. */
    private static final Object HERE = "here";

    /** Whoever has been silent so often, and each time so often again, may have begun anew at another address. */
    private static final int DOUBTFUL = 4;

    /** Of fewer it is not thought that the network is congested. */
    private static final int FEW = 4;

    /** So many questions in a row are not answered where the network is congested; where a fifth of the packets is lost one or two of them are not, again and again. */
    private static final int SILENT = 3;

    /** Whoever does not answer so many questions after this machine was asleep is gone. */
    private static final int MISSED_AFTER_SLEEP = 4;

    /** Who never answered is not asked again for so long, whoever speaks of him. */
    private static final Duration IGNORED = Duration.ofSeconds(30);

    private final AvatarName self;
    private final AreaOfInterest area;
    private final PresenceSettings settings;
    private final int maxKnown;
    private final NodeClock clock;
    private final LocalFace face;
    private final RouteKeeper routes;
    private final PresenceListener listener;
    private final Observer observer;
    private final LostFriends lost;
    private final PositionReader.Ground ground;
    private final PositionReader.Counts counts = new PositionReader.Counts();

    private final Map<AvatarName, Acquaintance> known = new LinkedHashMap<>();
    private final Map<AvatarName, Long> ignoredUntil = new HashMap<>();
    private final CrowdedOut crowdedOut;
    private final Informants informants = new Informants();
    private int strangers;
    private int unvouched;

    /** What those who left told last: while it may still be in caches, what is older is not believed. */
    private final Map<AvatarName, Sighting> left = new LinkedHashMap<>();

    private boolean closed;

    /** Who looks for names in octants. */
    interface Observer {
        /** Somebody new has said to be in a leaf. */
        void appeared(AvatarName who, Octant leaf);

        /**
         * A neighbour has gone into another leaf.
         *
         * @param watchers for whom it comes into their area by that, and whom it does not know
         */
        void neighbourMoved(AvatarName neighbour, Octant leaf, List<AvatarName> watchers);

        /** There may be many whom we do not know: somebody has come back who was silent for long, so that the network was cut; or a crowd has gone that kept others out. */
        void othersMayBeHere();
    }

    Surroundings(
            AvatarName self,
            AreaOfInterest area,
            PresenceSettings settings,
            NodeClock clock,
            Worker worker,
            LocalFace face,
            RouteKeeper routes,
            PresenceListener listener,
            Observer observer) {
        this.self = self;
        this.area = area;
        this.settings = settings;
        maxKnown = Math.max(settings.neighbours() + LEAST_BEYOND_NEAREST, settings.maxKnown());
        this.clock = clock;
        this.face = face;
        this.routes = routes;
        this.listener = listener;
        this.observer = observer;
        lost = new LostFriends(settings.times(), clock, worker, face, routes, this::returned);
        crowdedOut = new CrowdedOut(Math.max(LEAST_CROWDED_OUT, CROWDED_OUT_FOR_EACH_KNOWN * maxKnown), clock);
        ground = new PositionReader.Ground(area, settings, clock, worker, face, counts);
    }

    /**
     * Somebody says that an avatar is here. Whether it is, it is asked itself.
     *
     * @param informant who says so, such as the key of whoever signed an answer; null if it is not known
     * @param way from where that came, whatever key has signed it: keys cost nothing; null if it is not known
     * @return whether that was news
     */
    boolean spokenOf(AvatarName avatar, @Nullable Object informant, @Nullable Object way) {
        if (closed || avatar.equals(self) || known.containsKey(avatar) || crowdedOut.contains(avatar)) {
            return false;
        }
        if (!HostPrefix.is(avatar.prefix())) {
            // Nothing below could be verified, and the way to it would be one for names of others, too.
            return false;
        }
        Long ignored = ignoredUntil.get(avatar);
        if (ignored != null) {
            if (ignored - clock.nanos() > 0) {
                return false;
            }
            ignoredUntil.remove(avatar);
        }
        Object source = informant == null ? NOBODY : informant;
        boolean vouched = informants.isProven(source);
        boolean believed = informants.believes(source) && (vouched || way == null || informants.believes(way));
        if (!believed || !roomForStranger(vouched)) {
            return false;
        }
        informants.spoke(source);
        if (way != null) {
            informants.spoke(way);
        }
        strangers++;
        unvouched += vouched ? 0 : 1;
        meet(avatar, source, way, vouched);
        return true;
    }

    /** An avatar of this node is near, or one that is drawn there: others hear of it from itself. */
    void spokenOfHere(AvatarName avatar) {
        spokenOf(avatar, HERE, null);
    }

    private boolean roomForStranger(boolean vouched) {
        boolean mayBeVouched = vouched || unvouched < MAX_UNVOUCHED;
        if (mayBeVouched && strangers < MAX_STRANGERS && known.size() < maxKnown) {
            return true;
        }
        for (Acquaintance each : known.values()) {
            if (each.stranger && (mayBeVouched || !each.vouched) && each.positions.timeouts() >= SILENT_STRANGER) {
                forget(each);
                return true;
            }
        }
        return false;
    }

    /** Whether somebody new at a place may be known: if as many are as may be, the farthest of them makes room for who is nearer. */
    private boolean roomAt(Point place, Acquaintance newcomer) {
        if (known.size() - strangers <= mostInCrowd()) {
            return true;
        }
        Acquaintance farthest = null;
        double distance = NEARER * area.distance(place);
        for (Acquaintance each : known.values()) {
            Sighting sighting = area.sighting(each.name);
            double his = sighting == null ? Double.MAX_VALUE : area.distance(sighting.position());
            if (!each.stranger && each != newcomer && his > distance) {
                farthest = each;
                distance = his;
            }
        }
        if (farthest == null) {
            return false;
        }
        crowdOut(farthest);
        return true;
    }

    private int mostInCrowd() {
        int beyondNearest = maxKnown - settings.neighbours();
        return maxKnown - Math.min(ROOM_FOR_STRANGERS, beyondNearest / 2);
    }

    /** If the crowd has gone, those whom it kept out are looked for at once. */
    private void thinOut() {
        if (!closed
                && !crowdedOut.names().isEmpty()
                && known.size() - strangers <= Math.max(settings.neighbours() - 1, mostInCrowd() / 2)) {
            crowdedOut.clear();
            observer.othersMayBeHere();
        }
    }

    private void crowdOut(Acquaintance acquaintance) {
        finish(acquaintance, PositionRule.LEFT, false);
        crowdedOut.add(acquaintance.name);
    }

    private boolean isInside(PositionRecord record, Octant leaf) {
        return area.covers(leaf) && !record.gone();
    }

    private void meet(AvatarName avatar, Object source, @Nullable Object way, boolean vouched) {
        Acquaintance acquaintance =
                new Acquaintance(avatar, source, way, vouched, ground, new PositionReader.Listener() {
                    @Override
                    public void heard(PositionRecord record) {
                        Acquaintance teller = known.get(avatar);
                        if (teller != null) {
                            record.address().ifPresent(address -> routes.told(avatar.prefix(), address));
                            teller.mayMiss = settings.times().offlineAfter();
                            boolean isNew = teller.stranger;
                            settled(teller, true);
                            lost.found(avatar);
                            Octant leaf = settings.space().leaf(record.position());
                            if (isNew && isInside(record, leaf) && !roomAt(record.position(), teller)) {
                                crowdOut(teller);
                            } else {
                                apply(teller, record, leaf);
                            }
                        }
                    }

                    @Override
                    public void silent(int timeouts) {
                        Acquaintance mute = known.get(avatar);
                        if (mute != null) {
                            missed(mute, timeouts);
                        }
                    }
                });
        acquaintance.mayMiss = settings.times().offlineAfter();
        Sighting before = left.remove(avatar);
        if (before != null
                && clock.nanos() - before.atNanos()
                        < settings.times().positionFreshness().toNanos()) {
            acquaintance.positions.remember(before.record(), before.atNanos());
            acquaintance.type = before.type();
        }
        known.put(avatar, acquaintance);
        routes.want(avatar.prefix(), RouteKeeper.Kind.ONE, acquaintance.onWay);
        acquaintance.positions.begin();
    }

    private void settled(Acquaintance acquaintance, boolean exists) {
        if (acquaintance.stranger) {
            acquaintance.stranger = false;
            strangers--;
            unvouched -= acquaintance.vouched ? 0 : 1;
            informants.settled(acquaintance.informant, exists);
            if (acquaintance.way != null) {
                informants.settled(acquaintance.way, exists);
            }
        }
    }

    /** Who was lost is asked as whoever is spoken of for the first time. */
    private void returned(List<AvatarName> friends) {
        ignoredUntil.clear();
        friends.forEach(each -> spokenOf(each, lost, null));
        observer.othersMayBeHere();
    }

    /** This machine was asleep: whom it draws may have been gone for long. */
    void woke() {
        for (Acquaintance each : known.values()) {
            if (!each.stranger) {
                each.mayMiss = Math.min(each.mayMiss, each.positions.timeouts() + MISSED_AFTER_SLEEP);
            }
        }
    }

    private void apply(Acquaintance teller, PositionRecord record, Octant leaf) {
        Octant lastLeaf = area.names().leafOf(teller.name);
        LastKnown lastKnown =
                lastLeaf == null ? LastKnown.NONE : lastLeaf.equals(leaf) ? LastKnown.SAME : LastKnown.OTHER;
        PositionRule rule = PositionRule.of(isInside(record, leaf) ? Answer.INSIDE : Answer.OUTSIDE, lastKnown);
        if (rule.draws()) {
            if (!record.type().isEmpty()) {
                teller.type = record.type();
            }
            Sighting sighting = new Sighting(record, teller.type, teller.positions.heardAtNanos());
            area.draw(teller.name, leaf, sighting);
            if (lastKnown == LastKnown.NONE) {
                listener.appeared(neighbour(teller.name, sighting));
                if (!teller.informant.equals(HERE)) {
                    observer.appeared(teller.name, leaf);
                }
            } else {
                listener.moved(neighbour(teller.name, sighting));
                if (lastLeaf != null && lastKnown == LastKnown.OTHER) {
                    observer.neighbourMoved(
                            teller.name, leaf, area.watchersGainedUnseen(record.position(), lastLeaf, leaf));
                }
            }
            readActions(teller, sighting);
        }
        finish(teller, rule, false);
    }

    /** What the nearest do is asked for. */
    private void readActions(Acquaintance actor, Sighting sighting) {
        if (!area.isNear(actor.name, sighting.position())) {
            actor.forgetActions();
        } else if (actor.actions == null) {
            actor.actions = new ActionReader(
                    actor.name,
                    face,
                    settings.times().positionTimeout(),
                    sighting.record().action(),
                    action -> acted(actor.name, action));
        } else {
            actor.actions.heard(sighting.record().action());
        }
    }

    private void acted(AvatarName actor, byte[] action) {
        Sighting sighting = area.sighting(actor);
        if (sighting != null) {
            listener.acted(neighbour(actor, sighting), action);
        }
    }

    private void missed(Acquaintance mute, int timeouts) {
        if (timeouts % DOUBTFUL == 0) {
            routes.doubt(mute.name.prefix());
        }
        boolean often = timeouts >= mute.mayMiss;
        PositionRule rule = PositionRule.of(
                often ? Answer.TIMED_OUT_OFTEN : Answer.TIMEOUT,
                area.names().leafOf(mute.name) == null ? LastKnown.NONE : LastKnown.SAME);
        finish(mute, rule, often);
    }

    private void finish(Acquaintance acquaintance, PositionRule rule, boolean offline) {
        if (!rule.draws()) {
            Sighting sighting = area.remove(acquaintance.name);
            if (sighting != null && offline) {
                lost.lost(acquaintance.name);
                listener.offline(neighbour(acquaintance.name, sighting));
            } else if (sighting != null) {
                listener.left(neighbour(acquaintance.name, sighting));
            }
        }
        if (!rule.keepsAsking()) {
            forget(acquaintance);
            if (rule == PositionRule.DOES_NOT_EXIST) {
                ignore(acquaintance.name);
            }
            thinOut();
        }
    }

    private void ignore(AvatarName avatar) {
        long now = clock.nanos();
        if (ignoredUntil.size() >= maxKnown) {
            ignoredUntil.values().removeIf(end -> end - now <= 0);
        }
        if (ignoredUntil.size() < maxKnown) {
            ignoredUntil.put(avatar, now + IGNORED.toNanos());
        }
    }

    private void forget(Acquaintance acquaintance) {
        acquaintance.positions.close();
        acquaintance.forgetActions();
        PositionRecord last = acquaintance.positions.last();
        if (last != null) {
            left.put(acquaintance.name, new Sighting(last, acquaintance.type, acquaintance.positions.heardAtNanos()));
            if (left.size() > maxKnown) {
                left.remove(left.keySet().iterator().next());
            }
        }
        settled(acquaintance, false);
        if (known.remove(acquaintance.name, acquaintance)) {
            routes.release(acquaintance.name.prefix(), acquaintance.onWay);
        }
    }

    private Neighbour neighbour(AvatarName name, Sighting sighting) {
        return sighting.neighbour(name, settings.space(), clock.nanos());
    }

    /** How many are known, whether they have answered or not. */
    int size() {
        return known.size();
    }

    /** Those of whom nobody need speak: who is known, whether he has answered or not, and who is crowded out. */
    Collection<AvatarName> heardOf() {
        Collection<AvatarName> crowded = crowdedOut.names();
        if (crowded.isEmpty()) {
            return Collections.unmodifiableSet(known.keySet());
        }
        List<AvatarName> all = new ArrayList<>(known.keySet());
        all.addAll(crowded);
        return all;
    }

    /**
     * Whether more than half of the addresses at which somebody has told where he is do not answer any more: that is rather the network than they. Addresses are counted, and not avatars, of which
     * one node may have many that end together, or an attacker as many as he likes.
     */
    boolean isCongested() {
        Map<Object, Boolean> answering = new HashMap<>();
        for (Acquaintance each : known.values()) {
            Name host = each.name.prefix();
            if (!each.stranger && !host.equals(self.prefix())) {
                Set<Face> ways = routes.faces(host);
                answering.merge(ways.isEmpty() ? host : ways, each.positions.timeouts() < SILENT, Boolean::logicalOr);
            }
        }
        long silent = answering.values().stream().filter(each -> !each).count();
        return answering.size() >= FEW && 2 * silent > answering.size();
    }

    /** Questions where somebody is. */
    PositionReader.Counts counts() {
        return counts;
    }

    void close() {
        closed = true;
        lost.close();
        crowdedOut.clear();
        List.copyOf(known.values()).forEach(this::forget);
        area.clear();
    }
}
