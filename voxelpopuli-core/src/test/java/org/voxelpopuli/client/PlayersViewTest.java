package org.voxelpopuli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

class PlayersViewTest {
    private static final PlayerName ANNA = new PlayerName("anna");
    private static final ChunkPos C = new ChunkPos(0, 0, 0);
    private static final ChunkPos D = new ChunkPos(1, 0, 0);
    private static final long MS = 1_000_000;

    private final List<String> heard = new ArrayList<>();
    private final PlayersView players = new PlayersView(new PlayersView.Events() {
        @Override
        public void appeared(SeenPlayer player) {
            heard.add("appeared at " + player.position().x());
        }

        @Override
        public void moved(SeenPlayer player) {
            heard.add("moved to " + player.position().x());
        }

        @Override
        public void left(PlayerName player) {
            heard.add("left");
        }
    });

    @Test
    void registerMoveDeregister() {
        players.registered(C, ANNA, at(1), 0);
        players.seen(C, ANNA, at(2), 50 * MS);
        players.seen(C, ANNA, at(2), 100 * MS);
        players.deregistered(C, ANNA, 200 * MS);
        players.expire(800 * MS);
        assertThat(heard).containsExactly("appeared at 1.0", "moved to 2.0", "left");
        assertThat(players.snapshot()).isEmpty();
    }

    @Test
    @DisplayName("V6.7 a player seen via two chunks is one player")
    void aBorderIsCrossedWithoutLeaving() {
        players.registered(C, ANNA, at(31), 0);
        players.registered(D, ANNA, at(32), 10 * MS);
        players.deregistered(C, ANNA, 20 * MS);
        players.expire(5_000 * MS);
        assertThat(heard).containsExactly("appeared at 31.0", "moved to 32.0");
    }

    @Test
    @DisplayName("V6.7 the DEREGISTER of the old chunk may overtake the REGISTER of the new one")
    void aBorderIsCrossedInTheWrongOrder() {
        players.registered(C, ANNA, at(31), 0);
        players.deregistered(C, ANNA, 20 * MS);
        players.expire(300 * MS);
        players.registered(D, ANNA, at(32), 310 * MS);
        players.expire(5_000 * MS);
        assertThat(heard).containsExactly("appeared at 31.0", "moved to 32.0");
    }

    @Test
    void aLateMoveOfTheOldChunkDoesNotSetThePlayerBack() {
        players.registered(C, ANNA, at(31), 0);
        players.registered(D, ANNA, at(32), 10 * MS);
        players.seen(C, ANNA, at(31.5), 20 * MS);
        players.seen(D, ANNA, at(33), 30 * MS);
        players.deregistered(C, ANNA, 40 * MS);
        players.expire(5_000 * MS);
        assertThat(heard).containsExactly("appeared at 31.0", "moved to 32.0", "moved to 33.0");
    }

    @Test
    void anUnloadedChunkTakesItsPlayersAlong() {
        players.registered(C, ANNA, at(31), 0);
        players.forget(C, 0);
        players.expire(1_000 * MS);
        assertThat(heard).containsExactly("appeared at 31.0", "left");
    }

    @Test
    void afterAReconnectWhoIsNotNamedAgainHasLeft() {
        PlayerName berta = new PlayerName("berta");
        players.registered(C, ANNA, at(1), 0);
        players.registered(C, berta, at(2), 0);
        players.lost(C, 0);
        players.expire(3_000 * MS);
        players.recount(C, 3_000 * MS);
        players.registered(C, ANNA, at(1), 3_100 * MS);
        players.expire(4_100 * MS);
        players.expire(5_000 * MS);
        assertThat(heard).containsExactly("appeared at 1.0", "appeared at 2.0", "left");
        assertThat(players.snapshot()).containsOnlyKeys(ANNA);
    }

    @Test
    void aServerThatStaysAwayTakesItsPlayersAlong() {
        players.registered(C, ANNA, at(1), 0);
        players.lost(C, 0);
        players.expire(10_000 * MS);
        players.expire(11_000 * MS);
        assertThat(heard).containsExactly("appeared at 1.0", "left");
    }

    @Test
    @DisplayName("V9.7 between two updates a player is drawn between, then for 250 ms beyond")
    void movementIsInterpolatedAndExtrapolated() {
        SeenPlayer anna =
                SeenPlayer.met(ANNA, new Position(0, 32, 0, 350), 0).movedTo(new Position(10, 32, 0, 10), 100 * MS);
        assertThat(anna.at(50 * MS).x()).isEqualTo(5);
        assertThat(anna.at(50 * MS).yaw()).isEqualTo(360);
        assertThat(anna.at(-5 * MS).x()).isZero();
        assertThat(anna.at(100 * MS)).isEqualTo(new Position(10, 32, 0, 10));
        assertThat(anna.at(150 * MS).x()).isEqualTo(15);
        assertThat(anna.at(10_000 * MS).x()).isEqualTo(35);
    }

    @Test
    void aJumpIsNotDrawnAsAMovement() {
        SeenPlayer anna = SeenPlayer.met(ANNA, at(0), 0).movedTo(at(1_000), 100 * MS);
        assertThat(anna.at(50 * MS).x()).isEqualTo(1_000);
        assertThat(SeenPlayer.met(ANNA, at(7), 0).at(Duration.ofDays(1).toNanos()))
                .isEqualTo(at(7));
    }

    private static Position at(double x) {
        return new Position(x, 32, 0);
    }
}
