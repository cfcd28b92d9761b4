package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.Resolution.What;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.UdpFaces;
import org.voxelpopuli.runtime.Worker;

/**
 * Keeps the FIB leading where it has to: prefixes that somebody here asks below are looked up and looked up again, and where a packet came from is learned as a way back, which is there
 * at once. Of the presence's worker.
 */
final class RouteKeeper {
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

    private final Forwarder forwarder;
    private final UdpFaces udp;
    private final Routes routes;
    private final Name own;
    private final RandomGenerator random;
    private final ResolutionLog log;

    /** Leads to all of the local network, if that is wanted. */
    private @Nullable Face group;

    /** The last question from elsewhere. */
    private @Nullable Interest asked;

    private @Nullable Face asker;

    private final Map<Name, Wanted> wanted = new TreeMap<>();

    /** How many prefixes lead to an address. */
    private final Map<InetSocketAddress, Integer> used = new HashMap<>();

    /** @param own prefix of this host, which is answered here and nowhere else */
    RouteKeeper(Forwarder forwarder, UdpFaces udp, Routes routes, Name own) {
        this.forwarder = forwarder;
        this.udp = udp;
        this.routes = routes;
        this.own = own;
        random = forwarder.environment().random();
        log = new ResolutionLog(forwarder.environment().clock());
    }

    /** All of the local network is asked in this group from now on. */
    void askGroup(Face face) {
        group = face;
        wanted.values().forEach(Wanted::choose);
    }

    /** How prefixes were resolved. */
    ResolutionLog log() {
        return log;
    }

    /** Who answers below a prefix. */
    enum Kind {
        /** One host. What was found is better than what was learned, which only leads to somebody who knows it. */
        ONE,
        /** Many, of whom some are asked at a time. */
        MANY
    }

    /**
     * Somebody asks below a prefix from now on; released as often as wanted.
     *
     * @param onWay is run whenever the prefix leads somewhere after it led nowhere, or to a host itself after it led to those who know it
     */
    void want(Name prefix, Kind kind, Runnable onWay) {
        if (prefix.equals(own)) {
            return;
        }
        Wanted entry = wanted.get(prefix);
        if (entry == null) {
            entry = new Wanted(prefix, kind);
            wanted.put(prefix, entry);
            log.begin(prefix);
            if (group != null) {
                log.add(prefix, What.GROUP_ASKED, group);
                entry.choose();
            }
            // Whoever wants it may know a way, too, and tell it next.
            forwarder.worker().execute(entry::begin);
        }
        entry.users.add(onWay);
    }

    void release(Name prefix, Runnable onWay) {
        Wanted entry = wanted.get(prefix);
        if (entry != null && entry.users.remove(onWay) && entry.users.isEmpty()) {
            wanted.remove(prefix);
            entry.end();
        }
    }

    /** Who is where a host's prefix leads does not answer: he may be elsewhere by now. */
    void doubt(Name prefix) {
        Wanted entry = wanted.get(prefix);
        if (entry != null) {
            entry.lookUpAgain();
        }
    }

    /** Some of those who share a prefix, to be asked one by one; others each time. */
    List<Face> some(Name prefix) {
        Wanted entry = wanted.get(prefix);
        return entry == null ? List.of() : entry.some();
    }

    /** A question has come from elsewhere, and is about to be handled. */
    void arrived(Interest question, Face from) {
        asked = question;
        asker = from;
    }

    /** Who asks what is being handled; empty if that is one of our own. */
    Optional<Face> asker(Interest question) {
        return asked != null && question.equals(asked) ? Optional.ofNullable(asker) : Optional.empty();
    }

    /** An Interest below a shared prefix has just come, of which we know little: somebody else who has asked there gets it, too. */
    void passOn(Name prefix, Interest interest) {
        Wanted entry = wanted.get(prefix);
        if (entry != null && entry.learned.size() > 1) {
            // The newest is who asks.
            List<Face> others = entry.newest();
            Face other = others.get(1 + random.nextInt(others.size() - 1));
            forwarder.passOn(interest, List.of(other), interest.lifetime().dividedBy(2));
        }
    }

    /** Where a prefix leads now. */
    Set<Face> faces(Name prefix) {
        Wanted entry = wanted.get(prefix);
        return entry == null ? Set.of() : entry.chosen;
    }

    /** A shared prefix leads to just this face from now on. */
    void lead(Name prefix, Face face) {
        Wanted entry = wanted.get(prefix);
        if (entry != null) {
            entry.lead(Set.of(face));
        }
    }

    /** Names below a wanted prefix seem to lead to a face, from which a packet has come that let us know. */
    void learn(Name prefix, Face face, What packet) {
        Wanted entry = wanted.get(prefix);
        if (entry != null) {
            entry.learn(face, packet);
        }
    }

    /** A host has said itself, in what it has signed, where it answers: nobody need look that up. */
    void told(Name prefix, InetSocketAddress address) {
        Wanted entry = wanted.get(prefix);
        if (entry != null && mayLeadTo(address)) {
            entry.told(address);
        }
    }

    /** Whoever is elsewhere does not say which programs of this machine are asked. */
    private boolean mayLeadTo(InetSocketAddress address) {
        InetSocketAddress local = udp.localAddress();
        return !address.equals(local)
                && (!address.getAddress().isLoopbackAddress()
                        || local.getAddress().isLoopbackAddress());
    }

    /** The faces to which a prefix leads now; none if nobody wants it. */
    List<Face> ways(Name prefix) {
        Wanted entry = wanted.get(prefix);
        return entry == null ? List.of() : entry.ways();
    }

    private long now() {
        return forwarder.environment().clock().nanos();
    }

    /** What is known of one prefix. */
    private final class Wanted {
        private final Name prefix;
        private final Kind kind;
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

        private boolean looking;

        private boolean ended;

        private Worker.@Nullable Timer next;

        Wanted(Name prefix, Kind kind) {
            this.prefix = prefix;
            this.kind = kind;
        }

        /** Where a way is known to a host it will soon have said itself where it is. */
        void begin() {
            if (kind == Kind.ONE && !learned.isEmpty()) {
                forwarder.worker().schedule(PATIENCE, this::lookUp);
            } else {
                lookUp();
            }
        }

        /** At once, unless that is being done, and whatever was said before. */
        void lookUpAgain() {
            told = null;
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
            log.add(prefix, What.ROUTES_ASKED, "");
            var unused = routes.find(prefix)
                    .handleAsync(
                            (addresses, failure) -> {
                                if (!ended) {
                                    found(addresses == null ? List.of() : addresses, retry);
                                }
                                return null;
                            },
                            forwarder.worker());
        }

        private void found(List<InetSocketAddress> addresses, Duration retry) {
            if (told != null) {
                // It has said so itself meanwhile.
                looking = false;
                return;
            }
            List<InetSocketAddress> others = new ArrayList<>(new LinkedHashSet<>(addresses));
            others.removeIf(each -> !mayLeadTo(each));
            while (others.size() > MAX_FOUND) {
                others.remove(random.nextInt(others.size()));
            }
            if (others.isEmpty()) {
                log.add(prefix, What.ROUTES_NAMED_NOBODY, "");
            } else {
                others.stream()
                        .filter(this::remember)
                        .forEach(each -> log.add(prefix, What.ROUTES_NAMED, UdpFaces.describe(each)));
                List.copyOf(found).stream()
                        .filter(each -> !others.contains(each))
                        .forEach(this::forget);
                choose();
            }
            // A host that moves away falls silent, is forgotten, and looked up when it is spoken of again.
            Duration least = kind == Kind.ONE ? LONGEST : FOUND;
            Duration pause = others.isEmpty() || retry.compareTo(least) > 0 ? retry : least;
            Duration longer = pause.multipliedBy(others.isEmpty() ? RETRY_GROWTH : 2);
            next = forwarder.worker().schedule(pause, () -> lookUp(longer.compareTo(LONGEST) < 0 ? longer : LONGEST));
        }

        void told(InetSocketAddress address) {
            if (!address.equals(told)) {
                told = address;
                var unused = remember(address);
                List.copyOf(found).stream()
                        .filter(each -> !each.equals(address))
                        .forEach(this::forget);
                choose();
            }
        }

        private boolean remember(InetSocketAddress address) {
            boolean isNew = found.add(address);
            if (isNew) {
                used.merge(address, 1, Integer::sum);
            }
            return isNew;
        }

        private void forget(InetSocketAddress address) {
            found.remove(address);
            if (used.merge(address, -1, Integer::sum) == 0) {
                used.remove(address);
                udp.letGo(address);
            }
        }

        void learn(Face face, What packet) {
            boolean isNew = learned.remove(face) == null;
            learned.put(face, now() + LEARNED.toNanos());
            if (learned.size() > MAX_LEARNED) {
                learned.remove(learned.keySet().iterator().next());
            }
            if (isNew) {
                log.add(prefix, packet, face);
                choose();
            }
        }

        private void choose() {
            if (kind == Kind.MANY) {
                boolean someone = !found.isEmpty() || !learned.isEmpty();
                if (someone && !led) {
                    List.copyOf(users).forEach(Runnable::run);
                }
                led = someone;
                return;
            }
            forgetStale();
            Set<Face> choice = new LinkedHashSet<>();
            found.forEach(address -> choice.add(udp.to(address)));
            if (choice.isEmpty() && !learned.isEmpty()) {
                choice.add(newest().get(0));
            }
            boolean someone = !choice.isEmpty();
            if (!someone && group != null) {
                choice.add(group);
            }
            lead(choice);
            boolean isDirect = !found.isEmpty();
            if ((someone && !led) || (isDirect && !direct)) {
                List.copyOf(users).forEach(Runnable::run);
            }
            led = someone;
            direct = isDirect;
        }

        void lead(Set<Face> choice) {
            chosen.stream().filter(each -> !choice.contains(each)).forEach(each -> forwarder.unregister(prefix, each));
            choice.forEach(each -> forwarder.register(prefix, each));
            chosen = choice;
        }

        private void forgetStale() {
            long now = now();
            learned.values().removeIf(end -> end - now < 0);
        }

        private List<Face> newest() {
            List<Face> newest = new ArrayList<>(learned.keySet());
            Collections.reverse(newest);
            return newest;
        }

        List<Face> some() {
            forgetStale();
            List<Face> newest = newest();
            Set<Face> some = new LinkedHashSet<>(newest.subList(0, Math.min(NEWEST, newest.size())));
            List<Face> all = new ArrayList<>(newest);
            found.forEach(address -> all.add(udp.to(address)));
            for (int i = 0; i < BY_CHANCE && !all.isEmpty(); i++) {
                some.add(all.get(random.nextInt(all.size())));
            }
            if (group != null) {
                some.add(group);
            }
            return List.copyOf(some);
        }

        List<Face> ways() {
            if (kind == Kind.ONE) {
                return List.copyOf(chosen);
            }
            forgetStale();
            Set<Face> all = new LinkedHashSet<>(newest());
            found.forEach(address -> all.add(udp.to(address)));
            return List.copyOf(all);
        }

        void end() {
            ended = true;
            if (next != null) {
                next.cancel();
            }
            log.add(prefix, What.GIVEN_UP, "");
            lead(Set.of());
            List.copyOf(found).forEach(this::forget);
        }
    }
}
