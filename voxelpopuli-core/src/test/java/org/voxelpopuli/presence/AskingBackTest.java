package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Links;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.simulation.SimulatedHost;

@DisplayName("N12 Who asks with names that nobody knows is asked back, but of many not all")
class AskingBackTest extends SimulatedGame {
    private static final Point PLACE = new Point(20_000, 20_000, 20_000);

    private int askedBack;

    /** Hosts that answer nothing. */
    private List<DatagramTransport.Socket> strangers(int count) {
        List<DatagramTransport.Socket> strangers = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            SimulatedHost stranger = simulation.newHost("stranger" + i);
            strangers.add(simulation.await(
                    stranger.datagrams()
                            .bind(
                                    stranger.socketAddress(6363),
                                    stranger.worker("w"),
                                    (from, bytes) -> askedBack += Links.packet(bytes) instanceof Interest ? 1 : 0),
                    SimulatedPlayer.LIMIT));
        }
        return strangers;
    }

    /** A question for octants in one place, in each of which somebody is known to the asker. */
    private byte[] question(Octant parent, List<Octant> octants, int salt) {
        TreeMap<Octant, ToldNames> told = new TreeMap<>();
        octants.forEach(each -> told.put(each, new ToldNames.Listed(List.of(salt & 0xFFFF))));
        DiscoveryQuestion question = new DiscoveryQuestion(parent, told, salt, DiscoveryQuestion.ALL, List.of());
        return Interest.builder(settings.discoveryPrefix(parent)
                        .append(NameComponent.of(NameComponent.GENERIC, question.encode(settings.digest()))))
                .mustBeFresh()
                .lifetime(settings.times().discoveryTimeout())
                .hopLimit(DiscoveryPlace.HOPS)
                .nonce(salt)
                .build()
                .toBytes();
    }

    @Test
    @DisplayName("N12 of 300 addresses that ask at once 64 are asked back, so that there is room for our own questions")
    void manyAddresses() {
        SimulatedPlayer anna = join("anna", PLACE);
        simulation.run(Duration.ofSeconds(3));
        Octant leaf = settings.space().leaf(PLACE);
        int salt = 0;
        for (DatagramTransport.Socket stranger : strangers(300)) {
            stranger.send(
                    anna.host.socketAddress(6363),
                    question(leaf.ancestor(settings.space().prefixLevel()), List.of(leaf), ++salt));
        }
        simulation.run(Duration.ofMillis(400));
        assertThat(askedBack)
                .as("and some of them are asked as whoever is there is, seed %d", seed)
                .isBetween(64, 64 + 3 * Discovery.MAX_PEERS);
    }

    @Test
    @Tag("once")
    @DisplayName(
            "N12 many addresses that ask for all places for a while leave room for our own questions, and who comes meanwhile is seen")
    void allPlaces() {
        settings = settings.withRadius(4_096, 512, 4_096);
        SimulatedPlayer anna = join("anna", PLACE);
        SimulatedPlayer carl = join("carl", new Point(20_100, 20_000, 20_000));
        simulation.run(Duration.ofSeconds(3));
        Map<Octant, List<Octant>> byPlace = settings.space().cover(PLACE, 4_096).stream()
                .collect(Collectors.groupingBy(
                        each -> each.ancestor(settings.space().prefixLevel()), TreeMap::new, Collectors.toList()));
        List<DatagramTransport.Socket> strangers = strangers(100);
        int salt = 0;
        for (int round = 0; round < 24; round++) {
            for (DatagramTransport.Socket stranger : strangers) {
                for (Map.Entry<Octant, List<Octant>> place : byPlace.entrySet()) {
                    stranger.send(anna.host.socketAddress(6363), question(place.getKey(), place.getValue(), ++salt));
                }
            }
            if (round == 21) {
                join("bert", new Point(20_000, 20_100, 20_000));
            }
            simulation.run(Duration.ofMillis(500));
        }
        assertThat(byPlace).hasSizeGreaterThan(80);
        assertThat(anna.sees()).as("within 1.5 s, seed %d", seed).containsExactlyInAnyOrder("bert", "carl");
        assertThat(carl.sees()).containsExactlyInAnyOrder("anna", "bert");
        // Without a bound for all places it is 12 000 a second, and bert is seen after 4 s.
        assertThat(askedBack).as("in 12 s, seed %d", seed).isLessThan(12 * 400);
    }
}
