package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.PositionRule.Answer;
import org.voxelpopuli.presence.PositionRule.LastKnown;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * The avatars around one of ours: asks each where it is, and goes by the {@linkplain PositionRule rules} (SPEC N7, N8). Of the presence's worker.
 */
final class Surroundings {
    /** Those beyond the nearest are asked so seldom, only to know whether they have come near; more seldom the more they are, so that no more are asked in a second than are drawn. */
    private static final Duration FAR_INTERVAL = Duration.ofSeconds(1);

    private static final Duration MAX_FAR_INTERVAL = Duration.ofSeconds(5);

    /** So many of whom only others have spoken are asked at a time. */
    private static final int MAX_STRANGERS = 256;

    /** Who has been silent so often makes room for another. */
    private static final int SILENT_STRANGER = 2;

    /** After so many answers in a row that were too old a name is asked for that no cache can have. */
    private static final int MAX_STALE = 2;

    /** On whose word it is acted if an answer does not say who signed it. */
    private static final Object NOBODY = "nobody";

    /** A question may go through whoever spoke of the avatar, and no farther. */
    static final int MAX_HOPS = 2;

    /** Who never answered is not asked again for so long, whoever speaks of him. */
    private static final Duration IGNORED = Duration.ofSeconds(30);

    /** So many times as long as an answer is fresh nothing newer has to come before an older clock is believed: an answer comes through two caches at most. */
    private static final int PATIENCE = 3;

    private final AvatarName self;
    private final PresenceSettings settings;
    private final NodeClock clock;
    private final Worker worker;
    private final LocalFace face;
    private final RouteKeeper routes;
    private final PresenceListener listener;
    private final Observer observer;
    private final LostFriends lost;

    private final NamesByOctant names;
    private final Map<AvatarName, Acquaintance> known = new LinkedHashMap<>();
    private final Map<AvatarName, Long> ignoredUntil = new HashMap<>();
    private final Informants informants = new Informants();
    private int strangers;
    private Duration farInterval = FAR_INTERVAL;

    /** What those who left told last: while it may still be in caches, what is older is not believed. */
    private final Map<AvatarName, Heard> left = new LinkedHashMap<>();

    /** Those in the area of interest, as others may read them. */
    private final Map<AvatarName, Heard> drawn = new ConcurrentHashMap<>();

    private List<Octant> cover = List.of();
    private Point middle;
    private double drawnRadius = Double.MAX_VALUE;
    private boolean closed;

    private long asked;
    private long heard;
    private long missed;

    /** Who looks for names in octants. */
    interface Observer {
        /** Somebody new has said to be in a leaf. */
        void appeared(Octant leaf);

        /**
         * A neighbour has gone into another leaf.
         *
         * @param watchers for whom it comes into their area by that, and whom it does not know
         */
        void neighbourMoved(Octant leaf, List<AvatarName> watchers);

        /** Somebody has come back who was silent for long: the network was cut, and there may be many more. */
        void healed();
    }

    Surroundings(
            AvatarName self,
            Point middle,
            PresenceSettings settings,
            NodeClock clock,
            Worker worker,
            LocalFace face,
            RouteKeeper routes,
            PresenceListener listener,
            Observer observer) {
        this.self = self;
        this.middle = middle;
        this.settings = settings;
        this.clock = clock;
        this.worker = worker;
        this.face = face;
        this.routes = routes;
        this.listener = listener;
        this.observer = observer;
        lost = new LostFriends(settings.times(), clock, worker, face, routes, this::returned);
        names = new NamesByOctant(settings.space(), settings.digest());
    }

    NamesByOctant names() {
        return names;
    }

    /** Our own avatar has moved; the cover of its area of interest may be another. */
    void moved(Point to, List<Octant> newCover) {
        middle = to;
        cover = newCover;
        names.put(self, settings.space().leaf(to));
    }

    /** Those into whose areas one comes who goes from one leaf to another, as far as we know them: their radius is taken for ours. */
    List<AvatarName> watchersGained(Octant from, Octant to) {
        return watchers(place -> watches(place, to) && !watches(place, from));
    }

    /** Whether an octant is in the area of who stands at a place, if their radius is ours. */
    private boolean watches(Point place, Octant octant) {
        return settings.space().squaredDistance(octant, place) <= settings.radius() * settings.radius();
    }

    private List<AvatarName> watchers(Predicate<Point> standsThere) {
        List<AvatarName> watchers = new ArrayList<>();
        drawn.forEach((name, heard) -> {
            if (standsThere.test(heard.record.position())) {
                watchers.add(name);
            }
        });
        watchers.sort(null);
        return watchers;
    }

    /** Those who stand nearest to an octant, nearest first. */
    List<AvatarName> nearest(Octant octant, int most) {
        return drawn.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<AvatarName, Heard> each) -> settings.space()
                                .squaredDistance(octant, each.getValue().record.position()))
                        .thenComparing(Map.Entry::getKey))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Some by chance of those whose areas an octant is in, as far as we know: their radius is taken for ours. */
    List<AvatarName> someWatchers(Octant octant, int most, RandomGenerator random) {
        List<AvatarName> watchers = watchers(place -> watches(place, octant));
        while (watchers.size() > most) {
            watchers.remove(random.nextInt(watchers.size()));
        }
        return watchers;
    }

    boolean covers(Octant leaf) {
        for (Octant each : cover) {
            if (each.contains(leaf)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Somebody says that an avatar is here. Whether it is, it is asked itself.
     *
     * @param informant who says so, such as the key of whoever signed an answer; null if it is not known
     * @return whether that was news
     */
    boolean spokenOf(AvatarName avatar, @Nullable Object informant) {
        if (closed || avatar.equals(self) || known.containsKey(avatar)) {
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
        if (!informants.believes(source) || !roomForStranger()) {
            return false;
        }
        informants.spoke(source);
        strangers++;
        Acquaintance acquaintance = new Acquaintance(avatar, source, () -> askAtOnce(avatar));
        Heard before = left.remove(avatar);
        if (before != null
                && clock.nanos() - before.atNanos
                        < settings.times().positionFreshness().toNanos()) {
            acquaintance.last = before.record;
            acquaintance.type = before.type;
            acquaintance.heardAtNanos = before.atNanos;
        }
        known.put(avatar, acquaintance);
        routes.want(avatar.prefix(), RouteKeeper.Kind.ONE, acquaintance.onWay);
        ask(acquaintance);
        return true;
    }

    private boolean roomForStranger() {
        if (strangers < MAX_STRANGERS && known.size() < settings.maxKnown()) {
            return true;
        }
        for (Acquaintance each : known.values()) {
            if (each.stranger && each.timeouts >= SILENT_STRANGER) {
                forget(each);
                return true;
            }
        }
        return false;
    }

    private void settled(Acquaintance acquaintance, boolean exists) {
        if (acquaintance.stranger) {
            acquaintance.stranger = false;
            strangers--;
            informants.settled(acquaintance.informant, exists);
        }
    }

    /** Who was lost is asked as whoever is spoken of for the first time. */
    private void returned(List<AvatarName> friends) {
        ignoredUntil.clear();
        friends.forEach(each -> spokenOf(each, lost));
        observer.healed();
    }

    private void ask(Acquaintance asked) {
        if (closed || known.get(asked.name) != asked) {
            return;
        }
        this.asked++;
        asked.timer = null;
        long now = clock.nanos();
        int number = numberToAsk(asked);
        // Who answers late is asked sooner, so that the questions wait for the moves and not the moves for the
        // questions.
        asked.askedAtNanos = number >= 0 && asked.keepsUp
                ? Math.max(asked.askedAtNanos + interval(asked), now - interval(asked))
                : now;
        Name name = asked.name.path().append("position");
        // The present position comes at once, with the key of the host: so it is after silence, too.
        Interest.Builder interest = number >= 0
                ? Interest.builder(PositionRecord.named(name, number))
                : Interest.builder(asked.stale < MAX_STALE ? name : PositionRecord.unheardOf(name, clock))
                        .hopLimit(MAX_HOPS);
        Acquaintance.Question question = new Acquaintance.Question(number);
        asked.questions.add(question);
        question.withdraw = face.expressInterest(
                interest.mustBeFresh()
                        .lifetime(settings.times().positionTimeout())
                        .build(),
                (data, from) -> answered(asked, question, data),
                () -> silent(asked, question));
    }

    /** The number behind the last that was heard or asked for; -1 where the present position is to be asked for. */
    private int numberToAsk(Acquaintance asked) {
        PositionRecord last = asked.last;
        if (last == null
                || asked.timeouts > 0
                || !settings.uses(Optimisation.SEQUENCED_POSITIONS)
                || !isNear(last.position())) {
            return -1;
        }
        int number = last.sequence();
        for (Acquaintance.Question each : asked.questions) {
            if (each.number >= 0 && PositionRecord.ahead(each.number, number) > 0) {
                number = each.number;
            }
        }
        return PositionRecord.next(number);
    }

    /** It can be asked now, after what was asked before had nowhere to go. */
    private void askAtOnce(AvatarName avatar) {
        Acquaintance acquaintance = known.get(avatar);
        if (acquaintance != null && acquaintance.last == null && acquaintance.askedAtNanos != 0) {
            acquaintance.stopAsking();
            ask(acquaintance);
        }
    }

    private boolean isNear(Point position) {
        return middle.distance(position) <= drawnRadius;
    }

    private void askLater(Acquaintance asked, Duration sinceLast) {
        long wait = asked.askedAtNanos + sinceLast.toNanos() - clock.nanos();
        if (wait <= 0) {
            ask(asked);
        } else {
            asked.timer = worker.schedule(Duration.ofNanos(wait), () -> ask(asked));
        }
    }

    /** Nanoseconds between two questions. */
    private long interval(Acquaintance asked) {
        PositionRecord last = asked.last;
        if (last != null && !isNear(last.position())) {
            return farInterval.toNanos();
        }
        return (settings.uses(Optimisation.SEQUENCED_POSITIONS)
                        ? settings.times().updateInterval()
                        : settings.times().positionInterval())
                .toNanos();
    }

    /**
     * Asks in time, one or two questions at once: with one an answer takes as long as the way there and back, and where that is as long as the time between two moves each question comes too late by the same part
     * of it for ever.
     */
    private void askOn(Acquaintance asked) {
        while (!closed && known.get(asked.name) == asked && asked.timer == null) {
            int most = asked.keepsUp && numberToAsk(asked) >= 0 ? 2 : 1;
            if (asked.questions.size() >= most) {
                return;
            }
            long wait = asked.askedAtNanos + interval(asked) - clock.nanos();
            if (wait <= 0) {
                ask(asked);
            } else {
                asked.timer = worker.schedule(Duration.ofNanos(wait), () -> {
                    ask(asked);
                    askOn(asked);
                });
            }
        }
    }

    private void answered(Acquaintance asked, Acquaintance.Question question, Data data) {
        PositionRecord record;
        try {
            record = PositionRecord.decode(data.name(), data.content());
        } catch (IllegalArgumentException e) {
            silent(asked, question);
            return;
        }
        asked.questions.remove(question);
        PositionRecord before = asked.last;
        boolean newer = before == null || record.isNewerThan(before);
        if (newer) {
            asked.otherClock.forget();
        } else if (asked.otherClock.believes(
                record, clock.nanos(), settings.times().positionFreshness().multipliedBy(PATIENCE))) {
            newer = true;
        }
        if (newer) {
            heard++;
            asked.timeouts = 0;
            asked.stale = 0;
            settled(asked, true);
            lost.found(asked.name);
            asked.last = record;
            asked.heardAtNanos = clock.nanos();
            boolean keptUp = asked.keepsUp;
            asked.keepsUp = before != null && keepsUp(before, record);
            if (asked.keepsUp && !keptUp) {
                asked.askedAtNanos -= interval(asked);
            }
            apply(asked, record);
        } else if (clock.nanos() - asked.heardAtNanos > fresh().toNanos()) {
            // A cache on the way keeps what it should not: that is as good as no answer.
            asked.stale++;
            asked.stopAsking();
            asked.keepsUp = false;
            missed(asked, false);
            return;
        }
        askOn(asked);
    }

    /** Whether it moves about as often as it is asked, so that most of its positions are heard. */
    private boolean keepsUp(PositionRecord before, PositionRecord now) {
        int step = PositionRecord.ahead(now.sequence(), before.sequence());
        return step >= 1
                && step <= 2
                && now.wallMillis() - before.wallMillis()
                        <= 2 * settings.times().updateInterval().toMillis();
    }

    /** An answer may be repeated for so long. */
    private Duration fresh() {
        return settings.times().positionFreshness().plus(settings.times().positionTimeout());
    }

    private void apply(Acquaintance asked, PositionRecord record) {
        Octant leaf = settings.space().leaf(record.position());
        Octant lastLeaf = names.leafOf(asked.name);
        LastKnown lastKnown =
                lastLeaf == null ? LastKnown.NONE : lastLeaf.equals(leaf) ? LastKnown.SAME : LastKnown.OTHER;
        PositionRule rule = PositionRule.of(covers(leaf) && !record.gone() ? Answer.INSIDE : Answer.OUTSIDE, lastKnown);
        if (rule.draws()) {
            names.put(asked.name, leaf);
            if (!record.type().isEmpty()) {
                asked.type = record.type();
            }
            Heard heard = new Heard(record, asked.type, asked.heardAtNanos);
            drawn.put(asked.name, heard);
            if (lastKnown == LastKnown.NONE) {
                listener.appeared(neighbour(asked.name, heard));
                observer.appeared(leaf);
            } else {
                listener.moved(neighbour(asked.name, heard));
                if (lastLeaf != null && lastKnown == LastKnown.OTHER) {
                    tellOfMove(record.position(), lastLeaf, leaf);
                }
            }
            readActions(asked, record);
        }
        finish(asked, rule, false);
    }

    private void tellOfMove(Point position, Octant from, Octant to) {
        List<AvatarName> watchers = new ArrayList<>();
        for (AvatarName each : watchersGained(from, to)) {
            Octant leaf = names.leafOf(each);
            if (leaf != null && !watches(position, leaf)) {
                watchers.add(each);
            }
        }
        observer.neighbourMoved(to, watchers);
    }

    /** What the nearest do is asked for. */
    private void readActions(Acquaintance asked, PositionRecord record) {
        if (!isNear(record.position())) {
            asked.forgetActions();
            return;
        }
        if (asked.actions == null) {
            asked.actions =
                    new ActionReader(asked.name, face, settings.times().positionTimeout(), record.action(), action -> {
                        Heard heard = drawn.get(asked.name);
                        if (heard != null) {
                            listener.acted(neighbour(asked.name, heard), action);
                        }
                    });
        } else {
            asked.actions.heard(record.action());
        }
    }

    private void silent(Acquaintance asked, Acquaintance.Question question) {
        asked.questions.remove(question);
        asked.stopAsking();
        asked.keepsUp = false;
        missed(asked, true);
    }

    private void missed(Acquaintance asked, boolean again) {
        missed++;
        asked.timeouts++;
        boolean often = asked.timeouts >= settings.times().offlineAfter();
        PositionRule rule = PositionRule.of(
                often ? Answer.TIMED_OUT_OFTEN : Answer.TIMEOUT,
                names.leafOf(asked.name) == null ? LastKnown.NONE : LastKnown.SAME);
        finish(asked, rule, often);
        if (rule.keepsAsking() && again) {
            ask(asked);
        } else if (rule.keepsAsking()) {
            askLater(asked, settings.times().positionTimeout());
        }
    }

    private void finish(Acquaintance asked, PositionRule rule, boolean offline) {
        if (!rule.draws()) {
            names.remove(asked.name);
            Heard heard = drawn.remove(asked.name);
            if (heard != null && offline) {
                lost.lost(asked.name);
                listener.offline(neighbour(asked.name, heard));
            } else if (heard != null) {
                listener.left(neighbour(asked.name, heard));
            }
        }
        if (!rule.keepsAsking()) {
            forget(asked);
            if (rule == PositionRule.DOES_NOT_EXIST) {
                ignore(asked.name);
            }
        }
    }

    private void ignore(AvatarName avatar) {
        long now = clock.nanos();
        if (ignoredUntil.size() >= settings.maxKnown()) {
            ignoredUntil.values().removeIf(end -> end - now <= 0);
        }
        if (ignoredUntil.size() < settings.maxKnown()) {
            ignoredUntil.put(avatar, now + IGNORED.toNanos());
        }
    }

    private void forget(Acquaintance acquaintance) {
        acquaintance.stopAsking();
        acquaintance.forgetActions();
        if (acquaintance.last != null) {
            left.put(acquaintance.name, new Heard(acquaintance.last, acquaintance.type, acquaintance.heardAtNanos));
            if (left.size() > settings.maxKnown()) {
                left.remove(left.keySet().iterator().next());
            }
        }
        settled(acquaintance, false);
        if (known.remove(acquaintance.name, acquaintance)) {
            routes.release(acquaintance.name.prefix(), acquaintance.onWay);
        }
    }

    /** The distance within which the nearest are, as many as are drawn; infinite if there are fewer. */
    void measure() {
        List<Double> distances = new ArrayList<>();
        drawn.values().forEach(each -> distances.add(middle.distance(each.record.position())));
        distances.sort(null);
        long far = Math.max(0, distances.size() - settings.neighbours());
        farInterval = Duration.ofMillis(Math.min(
                MAX_FAR_INTERVAL.toMillis(), FAR_INTERVAL.toMillis() * Math.max(1, far / settings.neighbours())));
        drawnRadius = distances.size() <= settings.neighbours()
                ? Double.MAX_VALUE
                : distances.get(settings.neighbours() - 1) * 1.1;
    }

    /** So many of those drawn are within a distance. */
    int within(double distance) {
        int count = 0;
        for (Heard each : drawn.values()) {
            count += middle.distance(each.record.position()) <= distance ? 1 : 0;
        }
        return count;
    }

    /** So many avatars are in the area of interest. */
    int size() {
        return drawn.size();
    }

    /** The names that are known, whether they have answered or not. */
    int known() {
        return known.size();
    }

    /** The nearest avatars, nearest first, as many as are drawn; from any thread. */
    List<Neighbour> nearest(Point from) {
        List<Map.Entry<AvatarName, Heard>> all = new ArrayList<>();
        drawn.forEach((name, heard) -> all.add(Map.entry(name, heard)));
        all.sort(Comparator.comparingDouble(
                each -> from.squaredDistance(each.getValue().record.position())));
        return all.stream()
                .limit(settings.neighbours())
                .map(each -> neighbour(each.getKey(), each.getValue()))
                .toList();
    }

    private Neighbour neighbour(AvatarName name, Heard heard) {
        return new Neighbour(
                name,
                heard.type,
                heard.record.position(),
                settings.space().leaf(heard.record.position()),
                heard.record.sequence(),
                heard.record.wallMillis(),
                Duration.ofNanos(clock.nanos() - heard.atNanos));
    }

    void close() {
        closed = true;
        lost.close();
        List.copyOf(known.values()).forEach(this::forget);
        drawn.clear();
    }

    /** Where an avatar was when it last told. */
    private record Heard(PositionRecord record, String type, long atNanos) {}

    /** Questions where somebody is. */
    long asked() {
        return asked;
    }

    /** Of them those that were answered. */
    long heard() {
        return heard;
    }

    /** Of them those that were not. */
    long missed() {
        return missed;
    }
}
