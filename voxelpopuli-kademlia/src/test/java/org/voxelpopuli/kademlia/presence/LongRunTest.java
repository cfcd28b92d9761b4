package org.voxelpopuli.kademlia.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.presence.Avatar;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceListener;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.presence.PresenceTimes;
import org.voxelpopuli.simulation.Census;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.PlayerName;

@Tag("once")
@DisplayName("N13 However long presence runs, it needs no more room")
class LongRunTest {
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(30);

    /** In the first half an hour the content stores fill. */
    private static final int FIRST_LOOK = 1;

    /** Half an hour later, or after {@code -Dvoxelpopuli.hours}. */
    private static final int LAST_LOOK = FIRST_LOOK + Math.max(1, 2 * Integer.getInteger("voxelpopuli.hours", 0));

    private static final int PLAYERS = 8;
    private static final int NODES = 12;

    /** These stay, and are looked at. */
    private static final int STAYING = 2;

    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration QUIET = Duration.ofMinutes(11);
    private static final PresenceListener NOBODY = new PresenceListener() {};

    private final long seed = Long.getLong("voxelpopuli.seed", 1);
    private final SimulatedKademlia network = new SimulatedKademlia(seed);
    private final RandomGenerator random = network.simulation().random("players");
    private final Map<KademliaNode, KademliaRoutes> routes = new LinkedHashMap<>();
    private final PresenceSettings settings = PresenceSettings.DEFAULT
            .withRadius(1_024, 512, 1_024)
            .withTimes(PresenceTimes.DEFAULT.withUpdateInterval(Duration.ofSeconds(1)));

    /** Those who are there. */
    private final Map<String, Presence> presences = new LinkedHashMap<>();

    private final Map<String, Avatar> avatars = new LinkedHashMap<>();

    LongRunTest() {
        network.onBuild(node -> {
            String name = network.names().stream()
                    .filter(each -> network.node(each) == node)
                    .findFirst()
                    .orElseThrow();
            routes.put(node, KademliaRoutes.of(node, network.host(name)));
        });
    }

    private Point anywhere() {
        return new Point(9_000 + random.nextDouble(3_000), 9_000, 9_000 + random.nextDouble(3_000));
    }

    private void join(String name) {
        if (!network.names().contains(name)) {
            network.join(name, "n0");
        }
        SimulatedHost host = network.host(name);
        Presence presence = network.await(Presence.start(
                host,
                host.newIdentity(0),
                host.socketAddress(6363),
                bound -> routes.get(network.node(name)).at(bound),
                settings));
        presences.put(name, presence);
        avatars.put(name, network.await(presence.join(new PlayerName(name), anywhere(), NOBODY)));
    }

    private void step() {
        for (Avatar avatar : avatars.values()) {
            Point at = avatar.position();
            boolean jumps = random.nextInt(40) == 0;
            avatar.moveTo(
                    jumps
                            ? anywhere()
                            : new Point(at.x() + random.nextInt(-20, 21), at.y(), at.z() + random.nextInt(-20, 21)));
            avatar.act(new byte[20]);
        }
        if (random.nextInt(6) == 0) {
            comeOrGo("n" + random.nextInt(STAYING, PLAYERS));
        }
        network.simulation().run(STEP);
    }

    private void comeOrGo(String name) {
        Presence there = presences.remove(name);
        avatars.remove(name);
        if (there == null) {
            join(name);
        } else if (random.nextInt(3) > 0) {
            network.await(there.stop());
        } else {
            routes.remove(network.node(name));
            network.crash(name);
        }
    }

    /** All come together and stand still until nothing is left of what was before. */
    private Map<String, Integer> count() {
        for (int i = 0; i < PLAYERS; i++) {
            if (!avatars.containsKey("n" + i)) {
                join("n" + i);
            }
            avatars.get("n" + i).moveTo(new Point(10_000 + 50 * i, 9_000, 9_000));
        }
        network.simulation().run(QUIET);
        assertThat(avatars.values()).as("seed %d", seed).allSatisfy(each -> assertThat(each.neighbours())
                .hasSize(PLAYERS - 1));
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < STAYING; i++) {
            Reachable.from(presences.get("n" + i)).forEach((what, count) -> counts.merge(what, count, Integer::sum));
        }
        Census census = network.simulation().census();
        counts.put("timers", census.timers());
        counts.put("workers", census.workers());
        counts.put("sockets", census.sockets());
        return counts;
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(each -> each).sum();
    }

    @Test
    @DisplayName(
            "N13 in hours in which avatars move, act, come, leave and die nothing grows: no table, no queue, no timer of presence, its forwarder and its routes")
    void nothingGrows() {
        network.grow(NODES);
        for (int i = 0; i < PLAYERS; i++) {
            join("n" + i);
        }
        List<Map<String, Integer>> counts = new ArrayList<>();
        for (int look = 0; look <= LAST_LOOK; look++) {
            Duration end = BETWEEN_LOOKS.multipliedBy(look + 1L).minus(QUIET);
            while (network.simulation().elapsed().compareTo(end) < 0) {
                step();
            }
            counts.add(count());
        }
        Map<String, Integer> first = counts.get(FIRST_LOOK);
        Map<String, Integer> last = counts.get(LAST_LOOK);
        assertThat(first).containsKey("org.voxelpopuli.presence.ndn.PendingTable.byName");
        assertThat(sum(last)).as("seed %d", seed).isLessThan(sum(first) * 11 / 10);
        // Of what is asked at that moment there may be more or less.
        assertThat(last).as("seed %d", seed).allSatisfy((what, count) -> assertThat(count)
                .as(what)
                .isLessThan(2 * first.getOrDefault(what, 0) + 100));
        assertThat(network.simulation().failures()).as("seed %d", seed).isEmpty();
    }
}
