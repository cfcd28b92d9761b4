package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.ForwarderSettings;
import org.voxelpopuli.presence.ndn.ForwarderStatus;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.presence.ndn.UdpFaces;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.PlayerName;

/** Somebody answers each question of discovery with as many names as a packet holds, and never with the same. */
@Tag("once")
@DisplayName("N12 Answers that list names without end")
class EndlessNamesTest extends SimulatedGame {
    /** As many as are told in some minutes, since nobody is asked more often; a million takes half an hour. */
    private static final int NAMES = Integer.getInteger("voxelpopuli.lies", 50_000);

    private static final int NAMES_IN_ONE = 300;

    private long told;

    private SimulatedPlayer join(String name, double x) {
        return join(name, new Point(x, 10_000, 10_000));
    }

    @Test
    @DisplayName("N12 they push out nobody who is known, hide nobody who comes, and cost bounded memory and work")
    void endless() {
        SimulatedPlayer anna = join("anna", 10_000);
        SimulatedPlayer bert = join("bert", 10_100);
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.sees()).containsExactly("bert");
        SimulatedHost liar = lie();
        List<SimulatedPlayer> late = new ArrayList<>();
        for (int round = 0; told < NAMES || late.size() < 5; round++) {
            assertThat(round).as("%d names were told", told).isLessThan(500);
            if (round % 2 == 1 && late.size() < 5) {
                late.add(join("late" + late.size(), 10_200 + 100 * late.size()));
            }
            long before = status(anna).counts().positionsAsked();
            simulation.run(Duration.ofSeconds(10));
            PresenceStatus status = status(anna);
            assertThat(status.avatars().get(0).known()).isLessThanOrEqualTo(settings.maxKnown() / 4 + 10);
            assertThat(status.counts().positionsAsked() - before)
                    .as("questions in ten seconds: 25 a second to those who answer, four to each of the others")
                    .isLessThan(10 * 25 * 7 + 10 * 4 * settings.maxKnown() / 4);
            ForwarderStatus forwarder = status.forwarder();
            assertThat(forwarder.prefixes()).isLessThan(settings.maxKnown());
            assertThat(forwarder.pendingInterests()).isLessThan(2 * settings.maxKnown());
        }
        assertThat(anna.sees()).contains("bert", "late0", "late1", "late2", "late3", "late4");
        assertThat(events).noneMatch(each -> each.endsWith("left") || each.endsWith("offline"));
        assertThat(events).noneMatch(each -> each.contains("lie"));
        liar.crash();
        simulation.run(Duration.ofSeconds(30));
        assertThat(status(anna).avatars().get(0).known()).isEqualTo(6);
        assertThat(bert.sees()).contains("anna", "late4");
    }

    private SimulatedHost lie() {
        SimulatedHost host = simulation.newHost("liar");
        NodeIdentity identity = host.newIdentity(0);
        Worker worker = host.worker("liar");
        worker.execute(() -> {
            Forwarder forwarder =
                    new Forwarder(host, worker, ForwarderSettings.defaults(new HostKeys(identity.scheme())));
            LocalFace face = new LocalFace("liar", forwarder);
            var unused = UdpFaces.open(forwarder, host.socketAddress(6363), 100)
                    .thenAccept(udp -> face.registerPrefix(
                            settings.prefix(),
                            (prefix, interest) -> face.put(Data.builder(interest.name())
                                    .content(names(host, interest))
                                    .sign(HostKeys.showing(identity))),
                            reason -> {}));
            for (Octant octant : settings.space().cover(new Point(10_000, 10_000, 10_000), 1_000)) {
                routes.of(host, host.socketAddress(6363))
                        .announce(settings.discoveryPrefix(
                                octant.ancestor(settings.space().prefixLevel())));
            }
        });
        return host;
    }

    /** Of hosts that there are not, and some whose prefix is none of a host: the root of all names, or that of an octant. */
    private byte[] names(SimulatedHost host, Interest interest) {
        List<AvatarName> lies = new ArrayList<>();
        lies.add(new AvatarName(Name.EMPTY, new PlayerName("lie")));
        lies.add(new AvatarName(settings.prefix(), new PlayerName("lie")));
        lies.add(new AvatarName(
                interest.name()
                        .prefix(settings.prefix().size() + 1 + settings.space().prefixLevel()),
                new PlayerName("lie")));
        while (lies.size() < NAMES_IN_ONE) {
            byte[] key = new byte[HostPrefix.BYTES];
            for (int i = 0; i < key.length; i++) {
                key[i] = (byte) ('a' + host.random().nextInt(26));
            }
            lies.add(new AvatarName(
                    Name.EMPTY.append(NameComponent.of(NameComponent.KEYWORD, key)), new PlayerName("lie")));
        }
        told += lies.size();
        int at = settings.prefix().size() + 1;
        Octant octant = Octant.WHOLE;
        for (int level = 0; level < settings.space().prefixLevel(); level++) {
            octant = octant.child(
                    Integer.parseInt(interest.name().get(at + level).text()));
        }
        return new DiscoveryAnswer(new TreeMap<>(Map.of(octant, lies))).encode();
    }
}
