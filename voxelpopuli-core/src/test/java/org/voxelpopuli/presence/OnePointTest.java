package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.world.PlayerName;

@Tag("once")
@DisplayName("N12 Many avatars at exactly one point")
class OnePointTest extends SimulatedGame {
    private static final Point HERE = new Point(10_000, 10_000, 10_000);
    private static final int NEIGHBOURS = 5;
    private static final PresenceListener NOBODY = new PresenceListener() {};

    private long packets;

    /** @return packets that a node sends in a second when all know each other */
    private long at(int nodes, int each) {
        settings = settings.withNeighbours(NEIGHBOURS);
        simulation.network().add((packet, random, next) -> {
            packets++;
            next.accept(packet);
        });
        List<Avatar> avatars = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            SimulatedPlayer player = join("n" + i, HERE, NOBODY);
            avatars.add(player.avatar);
            for (int j = 1; j < each; j++) {
                CompletableFuture<Avatar> joining =
                        player.presence.join(new PlayerName("n" + i + "-" + j), HERE, NOBODY);
                avatars.add(simulation.await(joining, SimulatedPlayer.LIMIT));
            }
        }
        simulation.run(Duration.ofSeconds(10));
        for (int second = 0; second < 3; second++) {
            for (Avatar avatar : avatars) {
                List<AvatarName> nearest =
                        avatar.neighbours().stream().map(Neighbour::name).toList();
                List<AvatarName> first = avatars.stream()
                        .map(Avatar::name)
                        .filter(name -> !name.equals(avatar.name()))
                        .sorted()
                        .limit(NEIGHBOURS)
                        .toList();
                assertThat(nearest).as("the same ones each time, seed %d", seed).isEqualTo(first);
            }
            packets = second == 0 ? 0 : packets;
            simulation.run(Duration.ofSeconds(1));
        }
        return packets / 3 / nodes;
    }

    @Test
    @DisplayName("N12 sixty nodes at one point: no node asks all of them as often as its nearest")
    void manyNodes() {
        assertThat(at(60, 1)).as("packets a second, seed %d", seed).isLessThan(200);
    }

    @Test
    @DisplayName("N12 five nodes with twelve avatars each at one point see the same nearest")
    void fewNodes() {
        assertThat(at(5, 12)).as("packets a second, seed %d", seed).isLessThan(1_200);
    }
}
