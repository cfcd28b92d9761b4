package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * Finds out who else is in the octants around one of our avatars: which octants are asked for when, and who is told of what has changed (SPEC N5, N9 to N11). Of the presence's worker.
 */
final class Discovery {
    /** So many are asked at a time, at most. */
    static final int MAX_PEERS = 8;

    private final Ground ground;
    private final Map<Octant, DiscoveryPlace> places = new TreeMap<>();

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

    /** Questions and answers. */
    static final class Counts {
        long asked;
        long answersSent;
        long answersUseful;
        long answersUseless;
    }

    /**
     * What all places of one of our avatars have in common.
     *
     * @param face on which octants are asked for and answered
     * @param area what is of interest, and who is known to be there
     * @param surroundings hears of names
     * @param strangers who have been asked back by this node without having proven their addresses
     * @param counts of all places
     */
    record Ground(
            PresenceSettings settings,
            NodeClock clock,
            RandomGenerator random,
            Worker worker,
            LocalFace face,
            DiscoverySigner signer,
            AreaOfInterest area,
            Surroundings surroundings,
            RouteKeeper keeper,
            Announcements announcements,
            LatelyAsked strangers,
            Counts counts) {

        /** The ways to the hosts of avatars, as many as are asked at a time. */
        Set<Face> faces(Collection<AvatarName> avatars) {
            Set<Face> faces = new LinkedHashSet<>();
            for (AvatarName each : avatars) {
                if (faces.size() < MAX_PEERS) {
                    faces.addAll(keeper.faces(each.prefix()));
                }
            }
            return faces;
        }

        /** After so long it is asked again where there is something to learn, and told what has come meanwhile. */
        Duration soon() {
            return settings.times().eagerInterval().dividedBy(4);
        }

        boolean isEventDriven() {
            return settings.uses(Optimisation.EVENT_DRIVEN);
        }
    }

    Discovery(Ground ground) {
        this.ground = ground;
    }

    /** The octants of interest are these from now on. */
    void coverChanged(List<Octant> cover) {
        Map<Octant, List<Octant>> byParent = new TreeMap<>();
        for (Octant octant : cover) {
            byParent.computeIfAbsent(parent(octant), each -> new ArrayList<>()).add(octant);
        }
        for (Octant parent : List.copyOf(places.keySet())) {
            if (!byParent.containsKey(parent)) {
                DiscoveryPlace place = places.remove(parent);
                if (place != null) {
                    place.end();
                }
            }
        }
        byParent.forEach((parent, octants) -> {
            DiscoveryPlace place = places.get(parent);
            if (place == null) {
                place = new DiscoveryPlace(ground, parent, octants);
                places.put(parent, place);
                place.begin();
            } else {
                place.octantsAre(octants);
            }
        });
    }

    private Octant parent(Octant octant) {
        return octant.ancestor(ground.settings.space().prefixLevel());
    }

    /** Somebody new is in a leaf: asking there tells others that there is something to learn, and asking him where we are that we are here. */
    void appeared(AvatarName who, Octant leaf) {
        spread(who, leaf);
        tell(ground.area.self(), ground.area.leaf(), List.of(who));
    }

    private void spread(AvatarName who, Octant leaf) {
        DiscoveryPlace place = places.get(parent(leaf));
        if (place != null) {
            place.spread(who, leaf);
        }
    }

    private void tell(AvatarName who, Octant leaf, List<AvatarName> whom) {
        DiscoveryPlace place = places.get(parent(leaf));
        if (place != null && ground.isEventDriven()) {
            place.tell(leaf, Set.of(who), ground.faces(whom));
        }
    }

    /**
     * A neighbour is in another leaf: those for whom it comes into their area by that, and whom it does not know itself, are told by some of us.
     *
     * @param watchers those
     */
    void neighbourMoved(AvatarName neighbour, Octant leaf, List<AvatarName> watchers) {
        if (!watchers.isEmpty() && ground.random.nextBoolean()) {
            int first = ground.random.nextInt(watchers.size());
            tell(neighbour, leaf, watchers.subList(first, Math.min(watchers.size(), first + 2)));
        }
    }

    /** The network was cut and is not any more, or this machine was asleep: anybody may be anywhere. */
    void askAll() {
        places.values().forEach(DiscoveryPlace::askSoon);
    }

    /**
     * Our avatar is in another leaf: those for whom it comes into their area by that do not know it yet, and are told by being asked.
     *
     * @param watchers some of them
     */
    void moved(Octant leaf, List<AvatarName> watchers) {
        if (ground.isEventDriven()) {
            tell(ground.area.self(), leaf, watchers);
            spread(ground.area.self(), leaf);
        }
    }

    /** Whether no octant has changed lately. */
    boolean isSettled() {
        return places.values().stream().allMatch(DiscoveryPlace::isSettled);
    }

    int places() {
        return places.size();
    }

    Counts counts() {
        return ground.counts;
    }

    void close() {
        places.values().forEach(DiscoveryPlace::end);
        places.clear();
    }
}
