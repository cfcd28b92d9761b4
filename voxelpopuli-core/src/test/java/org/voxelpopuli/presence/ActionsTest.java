package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N7, N13 What neighbours are and do")
class ActionsTest extends SimulatedGame {
    private static final Point HERE = new Point(10_000, 10_000, 10_000);
    private static final Point NEAR = new Point(10_100, 10_000, 10_000);
    private static final Point AWAY = new Point(60_000, 10_000, 10_000);

    private final List<String> seen = new ArrayList<>();
    private final PresenceListener listener = new PresenceListener() {
        @Override
        public void acted(Neighbour neighbour, byte[] action) {
            seen.add(new String(action, UTF_8));
        }
    };

    @Override
    PresenceListener listener(String name) {
        return listener;
    }

    private static void act(Avatar avatar, String action) {
        avatar.act(action.getBytes(UTF_8));
    }

    @Test
    @DisplayName("N7 what an avatar does is told to who is near, soon, and not what it did before they met")
    void soon() {
        join("anna", HERE);
        SimulatedPlayer bert = join("bert", NEAR);
        act(bert.avatar, "before");
        simulation.run(Duration.ofSeconds(5));
        act(bert.avatar, "wave");
        simulation.run(Duration.ofMillis(100));
        assertThat(seen).containsExactly("wave");
        bert.avatar.moveTo(AWAY);
        simulation.run(Duration.ofSeconds(3));
        act(bert.avatar, "unseen");
        simulation.run(Duration.ofSeconds(3));
        bert.avatar.moveTo(NEAR);
        simulation.run(Duration.ofSeconds(5));
        act(bert.avatar, "back");
        simulation.run(Duration.ofSeconds(1));
        assertThat(seen).containsExactly("wave", "back");
        assertThatThrownBy(() -> bert.avatar.act(new byte[1_025]))
                .hasMessage("an action has 1025 bytes, allowed are up to 1024");
    }

    @Test
    @DisplayName(
            "N7 actions come in order and none is missing, with a fifth of all packets lost, also when numbers go round")
    void order() {
        join("anna", HERE);
        SimulatedPlayer bert = join("bert", NEAR);
        simulation.run(Duration.ofSeconds(5));
        simulation.network().datagramLoss(0.2);
        for (int i = 0; i < 600; i++) {
            act(bert.avatar, "a" + i);
            simulation.run(Duration.ofMillis(300));
        }
        simulation.run(Duration.ofSeconds(5));
        assertThat(seen)
                .as("seed %d", seed)
                .containsExactlyElementsOf(
                        IntStream.range(0, 600).mapToObj(i -> "a" + i).toList());
    }

    @Test
    @DisplayName(
            "N7 avatars of one node see all that each other does, in order and once, several at a time and when numbers go round")
    void onOneNode() {
        SimulatedPlayer bert = join("bert", NEAR, new PresenceListener() {});
        simulation.await(bert.presence.join(new PlayerName("dolly"), "sheep", HERE, listener), SimulatedPlayer.LIMIT);
        simulation.run(Duration.ofSeconds(5));
        for (int i = 0; i < 600; i++) {
            act(bert.avatar, "a" + i);
            if (i % 5 == 4) {
                simulation.run(Duration.ofMillis(300));
            }
        }
        assertThat(seen)
                .as("seed %d", seed)
                .containsExactlyElementsOf(
                        IntStream.range(0, 600).mapToObj(i -> "a" + i).toList());
    }

    @Test
    @DisplayName("N7 who does more at once than is kept is seen doing the latest")
    void tooMuch() {
        join("anna", HERE);
        SimulatedPlayer bert = join("bert", NEAR);
        simulation.run(Duration.ofSeconds(5));
        for (int i = 0; i < 100; i++) {
            act(bert.avatar, "a" + i);
        }
        simulation.run(Duration.ofSeconds(10));
        assertThat(seen).as("seed %d", seed).hasSizeLessThanOrEqualTo(100).endsWith("a98", "a99");
    }

    @Test
    @DisplayName("N8 who asks for an action before it is done keeps nobody from seeing it")
    void early() {
        join("anna", HERE);
        SimulatedPlayer bert = join("bert", NEAR);
        SimulatedPlayer carl = join("carl", NEAR);
        simulation.run(Duration.ofSeconds(5));
        carl.presence.worker().execute(() -> {
            LocalFace face = new LocalFace("curious", carl.presence.forwarder());
            var unused = face.expressInterest(
                    Interest.builder(ActionSource.named(bert.avatar.name(), 0))
                            .lifetime(Duration.ofSeconds(1))
                            .build(),
                    (data, from) -> seen.add("nothing yet " + data.content().length),
                    () -> {});
        });
        simulation.run(Duration.ofMillis(200));
        act(bert.avatar, "wave");
        simulation.run(Duration.ofMillis(500));
        assertThat(seen).containsExactly("nothing yet 1", "wave", "wave");
    }

    @Test
    @DisplayName("N13 an avatar need not be a player, and its neighbours see what it is")
    void type() {
        SimulatedPlayer anna = join("anna", HERE);
        SimulatedPlayer bert = join("bert", NEAR);
        simulation.await(bert.presence.join(new PlayerName("dolly"), "sheep", NEAR, listener), SimulatedPlayer.LIMIT);
        simulation.run(Duration.ofSeconds(5));
        assertThat(anna.avatar.neighbours())
                .extracting(each -> each.name().name().text() + " is a " + each.type())
                .containsExactlyInAnyOrder("bert is a player", "dolly is a sheep");
        assertThatThrownBy(() -> bert.presence.join(new PlayerName("x"), "Sheep!", NEAR, listener))
                .hasMessage("the type of an avatar is 'Sheep!', allowed are 1 to 32 of the characters a-z 0-9 . _ -");
    }
}
