package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.Resolution.What;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.UdpFaces;

/**
 * Keeps the FIB leading where it has to: prefixes that somebody here asks below are looked up and looked up again, and where a packet came from is learned as a way back, which is there
 * at once: what it knows of each is its {@link WantedPrefix}. Of the presence's worker.
 */
final class RouteKeeper {
    private final Forwarder forwarder;
    private final Name own;
    private final WantedPrefix.Ground ground;

    /** Leads to all of the local network, if that is wanted. */
    private @Nullable Face group;

    private final Map<Name, WantedPrefix> wanted = new TreeMap<>();

    /** @param own prefix of this host, which is answered here and nowhere else */
    RouteKeeper(Forwarder forwarder, UdpFaces udp, Routes routes, Name own) {
        this.forwarder = forwarder;
        this.own = own;
        ground = new WantedPrefix.Ground(
                forwarder,
                routes,
                new UsedAddresses(udp),
                new ResolutionLog(forwarder.environment().clock()));
    }

    /** All of the local network is asked in this group from now on. */
    void askGroup(Face face) {
        group = face;
        wanted.values().forEach(each -> each.askGroup(face));
    }

    /** How prefixes were resolved. */
    ResolutionLog log() {
        return ground.log();
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
        WantedPrefix entry = wanted.get(prefix);
        if (entry == null) {
            entry = new WantedPrefix(ground, prefix, kind);
            wanted.put(prefix, entry);
            log().begin(prefix);
            if (group != null) {
                log().add(prefix, What.GROUP_ASKED, group);
                entry.askGroup(group);
            }
            // Whoever wants it may know a way, too, and tell it next.
            forwarder.worker().execute(entry::begin);
        }
        entry.add(onWay);
    }

    void release(Name prefix, Runnable onWay) {
        WantedPrefix entry = wanted.get(prefix);
        if (entry != null && entry.remove(onWay) && !entry.isUsed()) {
            wanted.remove(prefix);
            entry.end();
        }
    }

    /** Who is where a host's prefix leads does not answer: he may be elsewhere by now. */
    void doubt(Name prefix) {
        WantedPrefix entry = wanted.get(prefix);
        if (entry != null) {
            entry.lookUpAgain();
        }
    }

    /** Some of those who share a prefix, to be asked one by one; others each time. */
    List<Face> some(Name prefix) {
        WantedPrefix entry = wanted.get(prefix);
        return entry == null ? List.of() : entry.some();
    }

    /** Who asks what is being handled; empty if that is one of our own. */
    Optional<Face> asker(Interest question) {
        return forwarder.asker(question).filter(each -> !each.isLocal());
    }

    /** An Interest below a shared prefix has just come, of which we know little: somebody else who has asked there gets it, too. */
    void passOn(Name prefix, Interest interest) {
        WantedPrefix entry = wanted.get(prefix);
        List<Face> newest = entry == null ? List.of() : entry.newest();
        if (newest.size() > 1) {
            // The newest is who asks.
            Face other = newest.get(1 + forwarder.environment().random().nextInt(newest.size() - 1));
            forwarder.passOn(interest, List.of(other), interest.lifetime().dividedBy(2));
        }
    }

    /** Where a prefix leads now. */
    Set<Face> faces(Name prefix) {
        WantedPrefix entry = wanted.get(prefix);
        return entry == null ? Set.of() : entry.chosen();
    }

    /** A shared prefix leads to just this face from now on. */
    void lead(Name prefix, Face face) {
        WantedPrefix entry = wanted.get(prefix);
        if (entry != null) {
            entry.lead(Set.of(face));
        }
    }

    /** Names below a wanted prefix seem to lead to a face, from which a packet has come that let us know. */
    void learn(Name prefix, Face face, What packet) {
        WantedPrefix entry = wanted.get(prefix);
        if (entry != null) {
            entry.learn(face, packet);
        }
    }

    /** A host has said itself, in what it has signed, where it answers: nobody need look that up. */
    void told(Name prefix, InetSocketAddress address) {
        WantedPrefix entry = wanted.get(prefix);
        if (entry != null) {
            entry.told(address);
        }
    }

    /** The faces to which a prefix leads now; none if nobody wants it. */
    List<Face> ways(Name prefix) {
        WantedPrefix entry = wanted.get(prefix);
        return entry == null ? List.of() : entry.ways();
    }
}
