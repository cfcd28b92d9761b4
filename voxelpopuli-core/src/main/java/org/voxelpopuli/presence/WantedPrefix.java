package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.Resolution.What;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.UdpFaces;
import org.voxelpopuli.runtime.Worker;

/** A prefix below which somebody here asks: who answers there is looked up and looked up again, and learned from what comes. Of the presence's worker. */
final class WantedPrefix {
    /** Where somebody was found it is looked up again so soon, and then ever more seldom: whoever comes asks those who are there. */
    private static final Duration FOUND = Duration.ofSeconds(30);

    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** How long what was learned counts if it is not seen again. */
    private static final Duration LEARNED = Duration.ofSeconds(30);

    /** So long a host that others know is not looked up: they have asked it by then. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    /** Where nobody was found it is looked up again so soon, and each time later by a factor. */
    private static final Duration RETRY = Duration.ofMillis(250);

    private static final int RETRY_GROWTH = 4;

    /** So many ways to hosts that share a prefix are kept; of more, some by chance. */
    private static final int MAX_FOUND = 64;

    private static final int MAX_LEARNED = 64;

    /** So many of those who share a prefix are asked at a time: the newest, since they are the ones who may know something new, and others by chance. */
    private static final int NEWEST = 2;

    private static final int BY_CHANCE = 3;

    /**
     * What all prefixes share.
     *
     * @param routes where they are looked up
     * @param log how they were resolved
     */
    record Ground(Forwarder forwarder, Routes routes, UsedAddresses addresses, ResolutionLog log) {}

    private final Ground ground;
    private final Name prefix;
    private final RouteKeeper.Kind kind;

    /** Leads to all of the local network, if that is wanted. */
    private @Nullable Face group;

    private final Set<InetSocketAddress> found = new LinkedHashSet<>();

    /** Until when what was learned counts; the newest last. */
    private final LinkedHashMap<Face, Long> learned = new LinkedHashMap<>();

    /** What stands in the FIB. */
    private Set<Face> chosen = Set.of();

    private final List<Runnable> users = new ArrayList<>(1);

    /** Whether somebody is known. */
    private boolean led;

    /** Whether the address of a host is known, and not only who knows it. */
    private boolean direct;

    /** Where a host answers by its own words, as long as it does; null if it has not said it. */
    private @Nullable InetSocketAddress told;

    /** What it had said before it fell silent: other ways are tried beside it. */
    private @Nullable InetSocketAddress doubted;

    private boolean looking;

    private boolean ended;

    private Worker.@Nullable Timer next;

    WantedPrefix(Ground ground, Name prefix, RouteKeeper.Kind kind) {
        this.ground = ground;
        this.prefix = prefix;
        this.kind = kind;
    }

    /** Begins to look it up, unless that was begun. Where a way is known to a host it will soon have said itself where it is. */
    void begin() {
        if (ended || looking) {
            return;
        }
        if (kind == RouteKeeper.Kind.ONE && !learned.isEmpty()) {
            next = worker().schedule(PATIENCE, this::lookUp);
        } else {
            lookUp();
        }
    }

    /** One more asks below it. */
    void add(Runnable onWay) {
        users.add(onWay);
    }

    /** One less asks below it; false if that one did not. */
    boolean remove(Runnable onWay) {
        return users.remove(onWay);
    }

    boolean isUsed() {
        return !users.isEmpty();
    }

    /** All of the local network is asked in this group from now on. */
    void askGroup(Face face) {
        group = face;
        choose();
    }

    /** At once, unless that is being done, and whatever was said before. */
    void lookUpAgain() {
        if (told != null) {
            doubted = told;
            told = null;
            choose();
        }
        if (next != null) {
            next.cancel();
            looking = false;
        }
        lookUp();
    }

    private void lookUp() {
        if (!looking) {
            lookUp(RETRY);
        }
    }

    private void lookUp(Duration retry) {
        next = null;
        looking = !ended && told == null;
        if (!looking) {
            return;
        }
        ground.log.add(prefix, What.ROUTES_ASKED, "");
        var unused = ground.routes
                .find(prefix)
                .handleAsync(
                        (addresses, failure) -> {
                            if (!ended) {
                                found(addresses == null ? List.of() : addresses, retry);
                            }
                            return null;
                        },
                        worker());
    }

    private void found(List<InetSocketAddress> addresses, Duration retry) {
        if (told != null) {
            // It has said so itself meanwhile.
            looking = false;
            return;
        }
        List<InetSocketAddress> others = new ArrayList<>(new LinkedHashSet<>(addresses));
        others.removeIf(each -> !ground.addresses.mayBeUsed(each));
        while (others.size() > MAX_FOUND) {
            others.remove(random().nextInt(others.size()));
        }
        if (others.isEmpty()) {
            ground.log.add(prefix, What.ROUTES_NAMED_NOBODY, "");
        } else {
            others.stream()
                    .filter(this::remember)
                    .forEach(each -> ground.log.add(prefix, What.ROUTES_NAMED, UdpFaces.describe(each)));
            List.copyOf(found).stream().filter(each -> !others.contains(each)).forEach(this::forget);
            doubted = null;
            choose();
        }
        // A host that moves away falls silent, is forgotten, and looked up when it is spoken of again.
        Duration least = kind == RouteKeeper.Kind.ONE ? LONGEST : FOUND;
        Duration pause = others.isEmpty() || retry.compareTo(least) > 0 ? retry : least;
        Duration longer = pause.multipliedBy(others.isEmpty() ? RETRY_GROWTH : 2);
        next = worker().schedule(pause, () -> lookUp(longer.compareTo(LONGEST) < 0 ? longer : LONGEST));
    }

    /** A host has said itself, in what it has signed, where it answers: nobody need look that up. */
    void told(InetSocketAddress address) {
        if (ground.addresses.mayBeUsed(address) && !address.equals(told)) {
            told = address;
            doubted = null;
            var unused = remember(address);
            List.copyOf(found).stream().filter(each -> !each.equals(address)).forEach(this::forget);
            choose();
        }
    }

    private boolean remember(InetSocketAddress address) {
        boolean isNew = found.add(address);
        if (isNew) {
            ground.addresses.take(address);
        }
        return isNew;
    }

    private void forget(InetSocketAddress address) {
        found.remove(address);
        ground.addresses.giveBack(address);
    }

    /** Names below it seem to lead to a face, from which a packet has come that let us know. */
    void learn(Face face, What packet) {
        boolean isNew = learned.remove(face) == null;
        learned.put(face, now() + LEARNED.toNanos());
        if (learned.size() > MAX_LEARNED) {
            learned.remove(learned.keySet().iterator().next());
        }
        if (isNew) {
            ground.log.add(prefix, packet, face);
            choose();
        }
    }

    private void choose() {
        if (kind == RouteKeeper.Kind.MANY) {
            boolean someone = !found.isEmpty() || !learned.isEmpty();
            if (someone && !led) {
                List.copyOf(users).forEach(Runnable::run);
            }
            led = someone;
            return;
        }
        forgetStale();
        Set<Face> choice = new LinkedHashSet<>();
        found.stream()
                .filter(address -> !address.equals(doubted))
                .forEach(address -> choice.add(ground.addresses.face(address)));
        if (choice.isEmpty() && !learned.isEmpty()) {
            choice.add(newest().get(0));
        }
        if (choice.isEmpty() && group != null) {
            choice.add(group);
        }
        if (doubted != null && found.contains(doubted)) {
            choice.add(ground.addresses.face(doubted));
        }
        lead(choice);
        boolean isDirect = !found.isEmpty();
        boolean someone = isDirect || !learned.isEmpty();
        if ((someone && !led) || (isDirect && !direct)) {
            List.copyOf(users).forEach(Runnable::run);
        }
        led = someone;
        direct = isDirect;
    }

    /** It leads to just these from now on. */
    void lead(Set<Face> choice) {
        chosen.stream()
                .filter(each -> !choice.contains(each))
                .forEach(each -> ground.forwarder.unregister(prefix, each));
        choice.forEach(each -> ground.forwarder.register(prefix, each));
        chosen = choice;
    }

    private void forgetStale() {
        long now = now();
        learned.values().removeIf(end -> end - now < 0);
    }

    /** Where the FIB leads with it. */
    Set<Face> chosen() {
        return chosen;
    }

    /** From where it was learned, the newest first. */
    List<Face> newest() {
        List<Face> newest = new ArrayList<>(learned.keySet());
        Collections.reverse(newest);
        return newest;
    }

    /** Some of those who share it, to be asked one by one; others each time. */
    List<Face> some() {
        forgetStale();
        List<Face> newest = newest();
        Set<Face> some = new LinkedHashSet<>(newest.subList(0, Math.min(NEWEST, newest.size())));
        Set<Face> all = everybody();
        all.removeAll(some);
        List<Face> others = new ArrayList<>(all);
        for (int i = 0; i < BY_CHANCE && !others.isEmpty(); i++) {
            some.add(others.remove(random().nextInt(others.size())));
        }
        if (group != null) {
            some.add(group);
        }
        return List.copyOf(some);
    }

    /** The faces to which it leads now. */
    List<Face> ways() {
        if (kind == RouteKeeper.Kind.ONE) {
            return List.copyOf(chosen);
        }
        forgetStale();
        return List.copyOf(everybody());
    }

    /** Who was learned, the newest first, and who was found. */
    private Set<Face> everybody() {
        Set<Face> all = new LinkedHashSet<>(newest());
        found.forEach(address -> all.add(ground.addresses.face(address)));
        return all;
    }

    /** Nobody asks below it any more. */
    void end() {
        ended = true;
        if (next != null) {
            next.cancel();
        }
        ground.log.add(prefix, What.GIVEN_UP, "");
        lead(Set.of());
        List.copyOf(found).forEach(this::forget);
    }

    private Worker worker() {
        return ground.forwarder.worker();
    }

    private RandomGenerator random() {
        return ground.forwarder.environment().random();
    }

    private long now() {
        return ground.forwarder.environment().clock().nanos();
    }
}
