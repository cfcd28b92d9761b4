package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.runtime.Worker;

/** The octants of interest that lie in one octant of the level of names: when they are asked for, and at whom (SPEC N11). Of the presence's worker. */
final class DiscoveryPlace {
    /** Whoever is asked answers himself. */
    static final int HOPS = 1;

    /** So many octants are asked for in one Interest, so that it fits into a datagram of any network. */
    private static final int MAX_IN_ONE = 96;

    /** So many who stand near are asked for octants that became interesting. */
    private static final int NEAREST = 6;

    /** As if so many questions in a row had told nothing new: all octants are asked for again after so many doublings of the eager interval when a few have been asked for themselves. */
    private static final int RECHECK = 1;

    private final Discovery.Ground ground;
    private final Octant parent;
    private final Name prefix;
    private final QuestionWriter writer;
    private final DiscoveryAnswerer answerer;
    private final News news;
    private List<Octant> octants;

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
    private int version;

    private final Runnable onWay = this::someoneIsThere;
    private boolean ended;

    /** Why octants are asked for. */
    private enum Purpose {
        /** To find out who is there. */
        SEARCH,

        /** Somebody has news, or is to hear of them: what he answers comes at once, and says nothing of what else there is. */
        NEWS
    }

    DiscoveryPlace(Discovery.Ground ground, Octant parent, List<Octant> octants) {
        this.ground = ground;
        this.parent = parent;
        this.octants = octants;
        prefix = ground.settings().discoveryPrefix(parent);
        writer = new QuestionWriter(ground, parent);
        answerer = new DiscoveryAnswerer(ground, parent, prefix, this);
        news = new News(ground, this::tellNews);
    }

    void begin() {
        ground.announcements().announce(prefix);
        ground.keeper().want(prefix, RouteKeeper.Kind.MANY, onWay);
        ground.face().registerPrefix(prefix, (registered, interest) -> answerer.answer(interest, octants), reason -> {
            throw new IllegalStateException("octants cannot be answered: " + reason);
        });
        ask();
        if (ground.isEventDriven()) {
            // Where nobody is known yet, those who stand nearest may know already. Behind the others: asking withdraws
            // what was asked before.
            ask(octants, () -> ground.faces(nearest(octants)), Purpose.SEARCH);
        }
    }

    void end() {
        ended = true;
        withdraw();
        answerer.end();
        if (timer != null) {
            timer.cancel();
        }
        ground.face().unregisterPrefix(prefix);
        ground.keeper().release(prefix, onWay);
        ground.announcements().withdraw(prefix);
    }

    private void someoneIsThere() {
        if (!ended && askedAt != 0) {
            askAllNow();
        }
    }

    /** Whether nothing new came lately. */
    boolean isSettled() {
        return fruitless > 0;
    }

    /** Anybody may be here now. */
    void askSoon() {
        vainHints = 0;
        fruitless = 0;
        askAfter(ground.settings().times().eagerInterval());
    }

    /** The octants of interest are these from now on. */
    void octantsAre(List<Octant> now) {
        if (now.equals(octants)) {
            return;
        }
        List<Octant> more = new ArrayList<>(now);
        more.removeAll(octants);
        octants = now;
        if (!more.isEmpty()) {
            search(more);
        }
    }

    /** Of octants that became interesting a few are asked who know them, and soon all for all; at once where none does. */
    private void search(List<Octant> more) {
        Set<Face> faces = ground.isEventDriven() ? ground.faces(nearest(more)) : Set.of();
        if (faces.isEmpty()) {
            askAllNow();
        } else {
            ask(more, () -> faces, Purpose.SEARCH);
            fruitless = Math.min(fruitless, RECHECK);
            schedule(ground.clock().nanos() + jittered(interval()).toNanos());
        }
    }

    private void askAllNow() {
        fruitless = 0;
        askAfter(Duration.ZERO);
    }

    /** Somebody is in a leaf now: others have to hear of it. */
    void spread(AvatarName who, Octant leaf) {
        if (ground.isEventDriven()) {
            news.add(who, leaf);
        } else {
            askAllNow();
        }
    }

    /** Tells peers who is in a leaf. */
    void tell(Octant leaf, Set<AvatarName> who, Set<Face> peers) {
        ask(writer.tell(leaf, who), peers, Purpose.NEWS);
    }

    private void tellNews(Octant leaf, Set<AvatarName> who, Set<Face> peers) {
        if (!ended && peers.isEmpty()) {
            askAllNow();
        } else if (!ended) {
            tell(leaf, who, peers);
        }
    }

    /** Those who stand nearest to some of the octants: it is they who know who is there. */
    private Set<AvatarName> nearest(List<Octant> where) {
        Set<AvatarName> nearest = new LinkedHashSet<>();
        int step = Math.max(1, where.size() / 2);
        for (int i = 0; i < where.size() && nearest.size() < NEAREST; i += step) {
            nearest.addAll(ground.area().nearest(where.get(i), NEAREST / 2));
        }
        return nearest;
    }

    private void withdraw() {
        questions.forEach(Runnable::run);
        questions.clear();
    }

    /** Asks at that time after the last time, unless it will be sooner. */
    private void askAfter(Duration sinceLast) {
        if (!ground.isEventDriven()
                && sinceLast.compareTo(ground.settings().times().discoveryInterval()) < 0) {
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
        long wait = Math.max(0, at - ground.clock().nanos());
        timer = ground.worker().schedule(Duration.ofNanos(wait), () -> {
            timer = null;
            ask();
        });
    }

    private void ask() {
        withdraw();
        askedAt = ground.clock().nanos();
        fruitless++;
        vainHints = hinted ? vainHints + 1 : Math.max(0, vainHints - 1);
        hinted = false;
        ask(octants, () -> ground.keeper().some(prefix), Purpose.SEARCH);
        schedule(askedAt + jittered(interval()).toNanos());
    }

    /** Asks one who knows more of some octants. */
    void askBack(List<Octant> where, Face peer) {
        ask(where, () -> List.of(peer), Purpose.NEWS);
    }

    /**
     * Asks peers.
     *
     * @param peers that are asked in each Interest
     */
    private void ask(List<Octant> where, Supplier<Collection<Face>> peers, Purpose purpose) {
        int most = ground.settings().uses(Optimisation.MERGED_REQUESTS) ? MAX_IN_ONE : 1;
        for (int from = 0; from < where.size(); from += most) {
            List<Octant> some = where.subList(from, Math.min(where.size(), from + most));
            ask(writer.ask(some), peers.get(), purpose);
        }
    }

    private Duration interval() {
        PresenceTimes times = ground.settings().times();
        if (!ground.isEventDriven()) {
            return times.discoveryInterval();
        }
        Duration backedOff = times.eagerInterval().multipliedBy(1L << Math.min(fruitless, 16));
        return backedOff.compareTo(times.settledInterval()) < 0 ? backedOff : times.settledInterval();
    }

    /** Peers that began together do not go on asking together. */
    private Duration jittered(Duration interval) {
        return Duration.ofNanos((long) (interval.toNanos() * ground.random().nextDouble(0.9, 1.1)));
    }

    /**
     * Asks some of those who are interested there, each apart: of several answers to one question only the first would come back, and that is often of somebody who knows less.
     */
    private void ask(DiscoveryQuestion question, Collection<Face> peers, Purpose purpose) {
        byte[] bytes = question.encode(ground.settings().digest());
        Name name = prefix.append(NameComponent.of(NameComponent.GENERIC, bytes));
        int number = Discovery.MAX_PEERS * version;
        for (Face peer : peers) {
            ground.keeper().lead(prefix, peer);
            ask(number == 0 ? name : name.append(NameComponent.ofNumber(NameComponent.VERSION, number)), purpose);
            number++;
        }
    }

    private void ask(Name name, Purpose purpose) {
        ground.counts().asked++;
        PresenceTimes times = ground.settings().times();
        Runnable withdrawing = ground.face()
                .expressInterest(
                        Interest.builder(name)
                                .mustBeFresh()
                                .lifetime(
                                        purpose == Purpose.SEARCH ? times.discoveryTimeout() : times.positionTimeout())
                                .hopLimit(HOPS)
                                .build(),
                        (data, from) -> answered(data, from, purpose),
                        () -> {
                            // Nobody knows otherwise, or nobody is there; it is asked again in its time.
                        });
        if (purpose == Purpose.SEARCH) {
            questions.add(withdrawing);
        }
    }

    private void answered(Data data, @Nullable Face from, Purpose purpose) {
        DiscoveryAnswer answer;
        try {
            answer = DiscoveryAnswer.decode(data.content());
        } catch (IllegalArgumentException e) {
            ground.counts().answersUseless++;
            return;
        }
        boolean news = tellOfNews(answer, data, from);
        if (news) {
            ground.counts().answersUseful++;
        } else {
            ground.counts().answersUseless++;
            version = 1 + (version & 0xFFF);
        }
        if (purpose == Purpose.SEARCH) {
            learned(news);
        }
    }

    /** Where somebody tells us of others there may be more. */
    private void learned(boolean news) {
        if (news) {
            fruitless = 0;
            vainHints = 0;
            askAfter(ground.soon());
        } else {
            hint();
        }
    }

    private boolean tellOfNews(DiscoveryAnswer answer, Data data, @Nullable Face from) {
        Object signer = data.keyLocator().orElse(null);
        boolean news = false;
        for (Map.Entry<Octant, List<AvatarName>> each : answer.names().entrySet()) {
            if (!parent.contains(each.getKey())) {
                continue;
            }
            for (AvatarName avatar : each.getValue()) {
                boolean isNew = ground.surroundings().spokenOf(avatar, signer, from);
                news |= isNew;
                if (isNew && from != null) {
                    ground.keeper().learn(avatar.prefix(), from, Resolution.What.NAMED_IN_ANSWER);
                }
            }
        }
        return news;
    }

    /** Somebody knows otherwise: asks soon, and the less soon the more often that was in vain. */
    void hint() {
        Duration wait = ground.soon().multipliedBy(1L << Math.min(vainHints, 16));
        if (wait.compareTo(ground.settings().times().settledInterval()) < 0) {
            hinted = true;
            askAfter(wait);
        }
    }
}
