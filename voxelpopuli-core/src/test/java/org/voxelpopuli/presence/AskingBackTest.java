package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
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

    @Test
    @DisplayName("N12 of 300 addresses that ask at once 64 are asked back, so that there is room for our own questions")
    void manyAddresses() {
        SimulatedPlayer anna = join("anna", PLACE);
        simulation.run(Duration.ofSeconds(3));
        InetSocketAddress address = anna.host.socketAddress(6363);
        OctreeSpace space = settings.space();
        Octant parent = space.leaf(PLACE).ancestor(space.prefixLevel());
        for (int i = 1; i <= 300; i++) {
            SimulatedHost stranger = simulation.newHost("stranger" + i);
            DatagramTransport.Socket socket = simulation.await(
                    stranger.datagrams()
                            .bind(
                                    stranger.socketAddress(6363),
                                    stranger.worker("w"),
                                    (from, bytes) -> askedBack += Links.packet(bytes) instanceof Interest ? 1 : 0),
                    SimulatedPlayer.LIMIT);
            DiscoveryQuestion question = new DiscoveryQuestion(
                    parent, new TreeMap<>(Map.of(space.leaf(PLACE), new ToldNames.Listed(List.of(i)))), i, List.of());
            socket.send(
                    address,
                    Interest.builder(settings.discoveryPrefix(parent)
                                    .append(NameComponent.of(
                                            NameComponent.GENERIC, question.encode(settings.digest()))))
                            .mustBeFresh()
                            .lifetime(settings.times().discoveryTimeout())
                            .hopLimit(DiscoveryPlace.HOPS)
                            .nonce(i)
                            .build()
                            .toBytes());
        }
        simulation.run(Duration.ofMillis(400));
        assertThat(askedBack)
                .as("and some of them are asked as whoever is there is, seed %d", seed)
                .isBetween(64, 64 + 3 * Discovery.MAX_PEERS);
    }
}
