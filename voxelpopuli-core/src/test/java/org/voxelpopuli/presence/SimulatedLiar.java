package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Links;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.SimulatedIdentity;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.PlayerName;

/** A host that answers each question at once, with what it likes. */
final class SimulatedLiar {
    final SimulatedHost host;
    final NodeIdentity identity;
    final AvatarName avatar;

    /** What it has answered. */
    long lies;

    /** Whether it signs each answer with another key. */
    boolean withNewKeys;

    private final PresenceSettings settings;
    private final Routes routes;
    private DatagramTransport.Socket socket;

    /** @param answers what it says to a question; nothing if empty */
    SimulatedLiar(
            Simulation simulation,
            SimulatedRoutes directory,
            PresenceSettings settings,
            String name,
            Function<Interest, Optional<byte[]>> answers) {
        host = simulation.newHost(name);
        identity = host.newIdentity(0);
        this.settings = settings;
        avatar = new AvatarName(HostPrefix.of(identity.publicKey()), new PlayerName(name));
        InetSocketAddress local = host.socketAddress(6363);
        routes = directory.of(host, local);
        socket = simulation.await(
                host.datagrams().bind(local, host.worker("liar"), (from, payload) -> {
                    if (Links.packet(payload) instanceof Interest interest) {
                        answers.apply(interest).ifPresent(content -> {
                            lies++;
                            NodeIdentity signer = withNewKeys ? SimulatedIdentity.of(name + lies, 0) : identity;
                            Data data = Data.builder(interest.name())
                                    .freshness(settings.times().discoveryFreshness())
                                    .content(content)
                                    .sign(HostKeys.showing(signer));
                            socket.send(from, data.toBytes());
                        });
                    }
                }),
                SimulatedPlayer.LIMIT);
    }

    /** It says that it answers below a prefix. */
    void claims(Name prefix) {
        routes.announce(prefix);
    }

    /** It says that it answers for all octants around a place. */
    void claimsAround(Point place, double radius) {
        for (Octant octant : settings.space().cover(place, radius)) {
            claims(settings.discoveryPrefix(octant.ancestor(settings.space().prefixLevel())));
        }
    }

    /** The octant that a question is about; empty if it is no question of discovery. */
    static Optional<Octant> octant(PresenceSettings settings, Interest interest) {
        int first = settings.prefix().size() + 1;
        if (HostPrefix.begins(interest.name())
                || interest.name().size() <= first + settings.space().prefixLevel()) {
            return Optional.empty();
        }
        Octant octant = Octant.WHOLE;
        for (int level = 0; level < settings.space().prefixLevel(); level++) {
            octant = octant.child(
                    Integer.parseInt(interest.name().get(first + level).text()));
        }
        return Optional.of(octant);
    }

    /** An answer that names avatars in an octant. */
    static byte[] naming(Octant octant, List<AvatarName> names) {
        return new DiscoveryAnswer(new TreeMap<>(Map.of(octant, names))).encode();
    }

    /** Avatars of hosts that do not exist, others each time. */
    List<AvatarName> nobodies(int count) {
        List<AvatarName> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[identity.publicKey().length];
            for (int at = 0; at < key.length; at++) {
                key[at] = (byte) host.random().nextInt();
            }
            names.add(new AvatarName(HostPrefix.of(key), new PlayerName("nobody" + i)));
        }
        return names;
    }
}
