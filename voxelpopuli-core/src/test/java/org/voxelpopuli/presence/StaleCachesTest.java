package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Links;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.simulation.SimulatedHost;

@Tag("once")
@DisplayName("N8 N12 A cache on the way that answers with what is old, whatever was asked for")
class StaleCachesTest extends SimulatedGame {
    private final List<String> drawn = new ArrayList<>();
    private final StaleCache cache = new StaleCache();

    /** All who look for a host find this one, which keeps the first Data of each name for ever, and answers with it at once. */
    private final class StaleCache {
        private final Map<Name, Data> oldest = new HashMap<>();
        private final Map<Name, Set<InetSocketAddress>> askers = new HashMap<>();
        private final InetSocketAddress local;
        private DatagramTransport.Socket socket;
        private long staleAnswers;

        StaleCache() {
            SimulatedHost host = simulation.newHost("cache");
            local = host.socketAddress(6363);
            socket = simulation.await(
                    host.datagrams().bind(local, host.worker("cache"), this::received), SimulatedPlayer.LIMIT);
        }

        private void received(InetSocketAddress from, byte[] payload) {
            if (Links.packet(payload) instanceof Interest interest) {
                Data old = oldest.get(interest.name());
                if (old != null) {
                    staleAnswers++;
                    socket.send(from, old.toBytes());
                    return;
                }
                askers.computeIfAbsent(interest.name(), each -> new LinkedHashSet<>())
                        .add(from);
                routes.at(interest.name().prefix(1)).forEach(each -> socket.send(each, payload));
            } else if (Links.packet(payload) instanceof Data data) {
                oldest.putIfAbsent(data.name(), data);
                askers.getOrDefault(data.name(), Set.of()).forEach(each -> socket.send(each, payload));
            }
        }
    }

    StaleCachesTest() {
        settings = settings.withTimes(PresenceTimes.DEFAULT.withUpdateInterval(Duration.ofMillis(100)));
    }

    @Override
    PresenceListener listener(String name) {
        return new PresenceListener() {
            @Override
            public void moved(Neighbour neighbour) {
                if (neighbour.name().name().text().equals("bert")) {
                    drawn.add(String.format("%08.1f", neighbour.position().x()));
                }
            }
        };
    }

    @AfterEach
    void theCacheAnswered() {
        assertThat(cache.staleAnswers).isPositive();
    }

    @Test
    @DisplayName(
            "N8 old positions are never drawn after new ones, those of who walks arrive, and who is dead is taken for dead")
    void positions() {
        // So that questions go by way of it.
        routes.withoutAddresses();
        routes.detour((prefix, there) -> HostPrefix.begins(prefix) && !there.isEmpty() ? List.of(cache.local) : there);
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(3));
        // So that the cache has an old answer to the question without a number, too.
        simulation.await(anna.presence.trace(bert.avatar.name().path().append("position")), SimulatedPlayer.LIMIT);
        // Longer than it takes for the numbers to go round, so that the cache has an old answer to each.
        double x = 10_100;
        for (int i = 0; i < 1_500; i++) {
            x += 0.1;
            bert.avatar.moveTo(new Point(x, 10_000, 10_000));
            simulation.run(Duration.ofMillis(100));
            if (i % 10 == 0) {
                assertThat(anna.sees()).as("after %d steps, seed %d", i, seed).containsExactly("bert");
                Neighbour seen = anna.avatar.neighbours().get(0);
                assertThat(x - seen.position().x())
                        .as("behind, after %d steps, seed %d", i, seed)
                        .isLessThan(5);
            }
        }
        assertThat(drawn).isSorted().hasSizeGreaterThan(500);
        long before = cache.staleAnswers;
        bert.host.crash();
        simulation.run(settings.times().positionTimeout().multipliedBy(20).plusSeconds(1));
        assertThat(cache.staleAnswers).as("it goes on answering for the dead").isGreaterThan(before);
        assertThat(anna.sees()).isEmpty();
    }
}
