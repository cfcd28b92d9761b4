package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * Asks who else is in the octants around one of our avatars, and answers who asks the same (SPEC N5, N9 to N11). Of the presence's worker.
 */
final class Discovery {
    /** So many octants are asked for in one Interest, so that it fits into a datagram of any network. */
    private static final int MAX_IN_ONE = 96;

    /** So many are asked at a time, at most. */
    private static final int MAX_PEERS = 8;

    /** So many who stand near are asked for octants that became interesting. */
    private static final int NEAREST = 4;

    /** So many of those into whose areas somebody came are told of him by each who knows it. */
    private static final int TOLD = 3;

    /** As if so many questions in a row had told nothing new: all octants are asked for again after so many doublings of the eager interval when a few have been asked for themselves. */
    private static final int RECHECK = 2;

    /** Who is interested in less of what was asked, and knows nothing of it, passes the question on to another who has asked there; that one does not. */
    private static final double LITTLE = 0.5;

    /** So many answers wait in one place until those who know more have had their time. */
    private static final int MAX_DELAYED = 64;

    /** Of so many who were asked back it is known when. */
    private static final int MAX_ASKED_BACK = 64;

    private final PresenceSettings settings;
    private final NodeClock clock;
    private final RandomGenerator random;
    private final Worker worker;
    private final LocalFace face;
    private final DiscoverySigner signer;
    private final Surroundings surroundings;
    private final RouteKeeper keeper;
    private final Announcements announcements;

    private final Map<Octant, Place> places = new TreeMap<>();

    private long asked;
    private long answersSent;
    private long answersUseful;
    private long answersUseless;

    /** Signs an answer of discovery. */
    @FunctionalInterface
    interface DiscoverySigner {
        Data sign(Name name, byte[] content);
    }

    /** Prefixes that this node answers, which several of its avatars may do. */
    interface Announcements {
        void announce(Name prefix);

        void withdraw(Name prefix);
    }

    Discovery(
            PresenceSettings settings,
            NodeClock clock,
            RandomGenerator random,
            Worker worker,
            LocalFace face,
            DiscoverySigner signer,
            Surroundings surroundings,
            RouteKeeper keeper,
            Announcements announcements) {
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.worker = worker;
        this.face = face;
        this.signer = signer;
        this.surroundings = surroundings;
        this.keeper = keeper;
        this.announcements = announcements;
    }

    /** The octants of interest are these from now on. */
    void coverChanged(List<Octant> cover) {
        Map<Octant, List<Octant>> byParent = new TreeMap<>();
        for (Octant octant : cover) {
            byParent.computeIfAbsent(octant.ancestor(settings.space().prefixLevel()), each -> new ArrayList<>())
                    .add(octant);
        }
        for (Place place : List.copyOf(places.values())) {
            if (!byParent.containsKey(place.parent)) {
                places.remove(place.parent);
                place.end();
            }
        }
        byParent.forEach((parent, octants) -> {
            Place place = places.get(parent);
            if (place == null) {
                place = new Place(parent, octants);
                places.put(parent, place);
                place.begin();
            } else {
                place.octantsAre(octants);
            }
        });
    }

    /** Somebody new is in a leaf: asking there tells others, by the digest, that there is something to learn. */
    void appeared(Octant leaf) {
        Place place = places.get(leaf.ancestor(settings.space().prefixLevel()));
        if (place != null) {
            place.changed(List.of(leaf), surroundings.someWatchers(leaf, TOLD, random));
        }
    }

    /**
     * A neighbour is in another leaf: those for whom it comes into their area by that, and whom it does not know itself, are told by some of us.
     *
     * @param watchers those
     */
    void neighbourMoved(Octant leaf, List<AvatarName> watchers) {
        Place place = places.get(leaf.ancestor(settings.space().prefixLevel()));
        if (place != null && settings.uses(Optimisation.EVENT_DRIVEN) && !watchers.isEmpty() && random.nextBoolean()) {
            int first = random.nextInt(watchers.size());
            place.ask(List.of(leaf), faces(watchers.subList(first, Math.min(watchers.size(), first + 2))));
        }
    }

    /** The network was cut and is not any more: anybody may be anywhere. */
    void healed() {
        places.values().forEach(place -> {
            place.vainHints = 0;
            place.fruitless = 0;
            place.askAfter(settings.times().eagerInterval());
        });
    }

    /**
     * Our avatar is in another leaf: those for whom it comes into their area by that do not know it yet, and are told by the digest.
     *
     * @param watchers some of them
     */
    void moved(Octant leaf, List<AvatarName> watchers) {
        Place place = places.get(leaf.ancestor(settings.space().prefixLevel()));
        if (place == null || !settings.uses(Optimisation.EVENT_DRIVEN)) {
            return;
        }
        place.ask(List.of(leaf), faces(watchers));
        appeared(leaf);
    }

    /** The ways to the hosts of avatars, as many as are asked at a time. */
    private Set<Face> faces(Collection<AvatarName> avatars) {
        Set<Face> faces = new LinkedHashSet<>();
        for (AvatarName each : avatars) {
            if (faces.size() < MAX_PEERS) {
                faces.addAll(keeper.faces(each.prefix()));
            }
        }
        return faces;
    }

    /** Whether no octant has changed lately. */
    boolean isSettled() {
        return places.values().stream().allMatch(place -> place.fruitless > 0);
    }

    int places() {
        return places.size();
    }

    long asked() {
        return asked;
    }

    long answersSent() {
        return answersSent;
    }

    long answersUseful() {
        return answersUseful;
    }

    long answersUseless() {
        return answersUseless;
    }

    void close() {
        places.values().forEach(Place::end);
        places.clear();
    }

    /** The octants of interest that lie in one octant of the level of names. */
    private final class Place {
        private final Octant parent;
        private final Name prefix;
        private List<Octant> octants;

        /** Those that are asked for by their leaves: of the whole, an answer has told nothing new. */
        private final Set<Octant> split = new HashSet<>();

        private final List<Runnable> questions = new ArrayList<>();
        private Worker.@Nullable Timer timer;
        private long nextAt;
        private long askedAt;

        /** How often in a row asking has told nothing new. */
        private int fruitless;

        /** How often in a row asking because of a hint has told nothing new. */
        private int vainHints;

        private boolean hinted;

        /** Tells questions apart from what caches have, after an answer that told nothing new. */
        private int salt;

        /** Answers that wait. */
        private int delayed;

        /** When those who knew otherwise were asked themselves, the latest last. */
        private final Map<Face, Long> askedBack = new LinkedHashMap<>();

        private final Runnable onWay = this::someoneIsThere;
        private boolean ended;

        Place(Octant parent, List<Octant> octants) {
            this.parent = parent;
            this.octants = octants;
            this.prefix = settings.discoveryPrefix(parent);
        }

        void begin() {
            announcements.announce(prefix);
            keeper.want(prefix, RouteKeeper.Kind.MANY, onWay);
            face.registerPrefix(prefix, (registered, interest) -> answer(interest), reason -> {
                throw new IllegalStateException("octants cannot be answered: " + reason);
            });
            ask();
            // Behind the others: asking withdraws what was asked before.
            askNearest(octants);
        }

        void end() {
            ended = true;
            withdraw();
            if (timer != null) {
                timer.cancel();
            }
            face.unregisterPrefix(prefix);
            keeper.release(prefix, onWay);
            announcements.withdraw(prefix);
        }

        private void someoneIsThere() {
            if (!ended && askedAt != 0) {
                fruitless = 0;
                askAfter(Duration.ZERO);
            }
        }

        void octantsAre(List<Octant> now) {
            if (now.equals(octants)) {
                return;
            }
            List<Octant> more = new ArrayList<>(now);
            more.removeAll(octants);
            octants = now;
            split.retainAll(now);
            if (!more.isEmpty()) {
                changed(more, nearest(more));
            }
        }

        /** In some octants there may be something to learn or to tell: a few who know them are asked for them at once, and soon all octants of all. */
        void changed(List<Octant> where, Collection<AvatarName> who) {
            Set<Face> faces = faces(who);
            if (faces.isEmpty() || !settings.uses(Optimisation.EVENT_DRIVEN)) {
                fruitless = 0;
                askAfter(Duration.ZERO);
            } else {
                ask(where, faces);
                fruitless = Math.min(fruitless, RECHECK);
                schedule(clock.nanos() + jittered(interval()).toNanos());
            }
        }

        /** Where nobody is known yet, those who stand nearest may know already. */
        private void askNearest(List<Octant> where) {
            if (settings.uses(Optimisation.EVENT_DRIVEN)) {
                ask(where, faces(nearest(where)));
            }
        }

        /** Those who stand nearest to some of the octants: it is they who know who is there. */
        private Set<AvatarName> nearest(List<Octant> where) {
            Set<AvatarName> nearest = new LinkedHashSet<>();
            int step = Math.max(1, where.size() / 2);
            for (int i = 0; i < where.size() && nearest.size() < NEAREST; i += step) {
                nearest.addAll(surroundings.nearest(where.get(i), NEAREST / 2));
            }
            return nearest;
        }

        private void withdraw() {
            questions.forEach(Runnable::run);
            questions.clear();
        }

        /** Asks at that time after the last time, unless it will be sooner. */
        private void askAfter(Duration sinceLast) {
            if (!settings.uses(Optimisation.EVENT_DRIVEN)
                    && sinceLast.compareTo(settings.times().discoveryInterval()) < 0) {
                return;
            }
            schedule(askedAt + sinceLast.toNanos());
        }

        private void schedule(long at) {
            if (ended || (timer != null && nextAt - at <= 0)) {
                return;
            }
            if (timer != null) {
                timer.cancel();
            }
            nextAt = at;
            timer = worker.schedule(Duration.ofNanos(Math.max(0, at - clock.nanos())), () -> {
                timer = null;
                ask();
            });
        }

        private void ask() {
            withdraw();
            askedAt = clock.nanos();
            fruitless++;
            vainHints = hinted ? vainHints + 1 : Math.max(0, vainHints - 1);
            hinted = false;
            ask(toAsk(), null);
            schedule(askedAt + jittered(interval()).toNanos());
        }

        /** Asks for octants: certain peers, or each time others. */
        private void ask(List<Octant> where, @Nullable Collection<Face> peers) {
            SortedMap<Octant, Long> digests = new TreeMap<>();
            int most = settings.uses(Optimisation.MERGED_REQUESTS) ? MAX_IN_ONE : 1;
            for (Octant octant : where) {
                digests.put(octant, surroundings.names().digest(octant));
                if (digests.size() == most) {
                    ask(digests, peers == null ? keeper.some(prefix) : peers);
                    digests = new TreeMap<>();
                }
            }
            if (!digests.isEmpty()) {
                ask(digests, peers == null ? keeper.some(prefix) : peers);
            }
        }

        private List<Octant> toAsk() {
            List<Octant> all = new ArrayList<>();
            for (Octant octant : octants) {
                if (split.contains(octant)) {
                    addLeaves(octant, all);
                } else {
                    all.add(octant);
                }
            }
            return all;
        }

        private void addLeaves(Octant octant, List<Octant> all) {
            if (octant.level() == settings.space().levels()) {
                all.add(octant);
                return;
            }
            for (int number = 0; number < 8; number++) {
                addLeaves(octant.child(number), all);
            }
        }

        private Duration interval() {
            PresenceTimes times = settings.times();
            if (!settings.uses(Optimisation.EVENT_DRIVEN)) {
                return times.discoveryInterval();
            }
            Duration backedOff = times.eagerInterval().multipliedBy(1L << Math.min(fruitless, 16));
            return backedOff.compareTo(times.settledInterval()) < 0 ? backedOff : times.settledInterval();
        }

        /** Peers that began together do not go on asking together. */
        private Duration jittered(Duration interval) {
            return Duration.ofNanos((long) (interval.toNanos() * random.nextDouble(0.9, 1.1)));
        }

        /**
         * Asks some of those who are interested there, each apart: of several answers to one question only the first would come back, and that is often of somebody who knows less.
         */
        private void ask(SortedMap<Octant, Long> digests, Collection<Face> peers) {
            DiscoveryQuestion question = new DiscoveryQuestion(parent, digests);
            Name name = prefix.append(NameComponent.of(NameComponent.GENERIC, question.encode(settings.digest())));
            int number = MAX_PEERS * salt;
            for (Face peer : peers) {
                keeper.lead(prefix, peer);
                ask(number == 0 ? name : name.append(NameComponent.ofNumber(NameComponent.VERSION, number)), question);
                number++;
            }
        }

        private void ask(Name name, DiscoveryQuestion question) {
            asked++;
            questions.add(face.expressInterest(
                    Interest.builder(name)
                            .mustBeFresh()
                            .lifetime(settings.times().discoveryTimeout())
                            .hopLimit(1)
                            .build(),
                    (data, from) -> answered(question, data, from),
                    () -> {
                        // Nobody knows otherwise, or nobody is there; it is asked again in its time.
                    }));
        }

        private void answered(DiscoveryQuestion question, Data data, @Nullable Face from) {
            DiscoveryAnswer answer;
            try {
                answer = DiscoveryAnswer.decode(data.content());
            } catch (IllegalArgumentException e) {
                answersUseless++;
                return;
            }
            Object signer = data.keyLocator().orElse(null);
            boolean news = false;
            for (Map.Entry<Octant, List<AvatarName>> each : answer.names().entrySet()) {
                if (!parent.contains(each.getKey())) {
                    continue;
                }
                for (AvatarName avatar : each.getValue()) {
                    boolean isNew = surroundings.spokenOf(avatar, signer);
                    news |= isNew;
                    if (isNew && from != null) {
                        keeper.learn(avatar.prefix(), from, Resolution.What.NAMED_IN_ANSWER);
                    }
                }
            }
            if (news) {
                answersUseful++;
                fruitless = 0;
                vainHints = 0;
                askAfter(settings.times().eagerInterval().dividedBy(4));
            } else {
                answersUseless++;
                salt = 1 + (salt & 0xFFF);
                for (Octant octant : question.digests().keySet()) {
                    if (octant.level() < settings.space().levels() && octants.contains(octant)) {
                        split.add(octant);
                    }
                }
                hint();
            }
        }

        /** Somebody knows otherwise: asks soon, and the less soon the more often that was in vain. */
        private void hint() {
            Duration wait = settings.times()
                    .eagerInterval()
                    .multipliedBy(1L << Math.min(vainHints, 16))
                    .dividedBy(4);
            if (wait.compareTo(settings.times().settledInterval()) < 0) {
                hinted = true;
                askAfter(wait);
            }
        }

        /** Who asked knows otherwise: he is the one to ask, and that at once, but not again and again. */
        private void askBack(Face asker, DiscoveryQuestion question) {
            long now = clock.nanos();
            Long last = askedBack.get(asker);
            if (!settings.uses(Optimisation.EVENT_DRIVEN)
                    || (last != null
                            && now - last < settings.times().eagerInterval().toNanos())) {
                return;
            }
            askedBack.remove(asker);
            askedBack.put(asker, now);
            if (askedBack.size() > MAX_ASKED_BACK) {
                askedBack.remove(askedBack.keySet().iterator().next());
            }
            Set<Octant> where = new LinkedHashSet<>();
            for (Octant octant : octants) {
                for (Octant each : question.digests().keySet()) {
                    if (octant.contains(each) || each.contains(octant)) {
                        where.add(octant);
                    }
                }
            }
            ask(List.copyOf(where).subList(0, Math.min(where.size(), MAX_IN_ONE)), List.of(asker));
        }

        private void answer(Interest interest) {
            DiscoveryQuestion question;
            try {
                question = DiscoveryQuestion.decode(
                        parent,
                        interest.name().get(prefix.size()).value(),
                        settings.digest(),
                        settings.space().levels());
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                return;
            }
            DiscoveryKnowledge known = known(question);
            if (known.differs()) {
                hint();
                keeper.newest(prefix).ifPresent(asker -> askBack(asker, question));
            }
            boolean partial = known.share() < 1;
            boolean isWhole = interest.lifetime()
                            .compareTo(settings.times().discoveryTimeout().dividedBy(2))
                    > 0;
            if (known.names().isEmpty()
                    && known.share() < LITTLE
                    && isWhole
                    && settings.uses(Optimisation.PROGRESSIVE)) {
                keeper.passOn(prefix, interest);
            }
            if (known.names().isEmpty() || (partial && !settings.uses(Optimisation.PROGRESSIVE))) {
                return;
            }
            if (!partial) {
                send(interest, known);
            } else if (delayed < MAX_DELAYED && known.delay().compareTo(interest.lifetime()) < 0) {
                delayed++;
                worker.schedule(known.delay(), () -> {
                    delayed--;
                    DiscoveryKnowledge later = known(question);
                    if (!ended && !later.names().isEmpty()) {
                        send(interest, later);
                    }
                });
            }
        }

        private DiscoveryKnowledge known(DiscoveryQuestion question) {
            return DiscoveryKnowledge.of(question, octants, surroundings.names());
        }

        private void send(Interest interest, DiscoveryKnowledge known) {
            answersSent++;
            face.put(signer.sign(interest.name(), known.answer(random).encode()));
        }
    }
}
