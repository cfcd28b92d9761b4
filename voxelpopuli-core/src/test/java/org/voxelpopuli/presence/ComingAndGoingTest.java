package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.ForwarderStatus;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.PlayerName;

@Tag("once")
@DisplayName("N13 Avatars that come and go by the thousand on one node")
class ComingAndGoingTest {
    private static final PresenceListener NOBODY = new PresenceListener() {};

    private final Simulation simulation = new Simulation(Long.getLong("voxelpopuli.seed", 1));
    private final SimulatedRoutes routes = new SimulatedRoutes(Duration.ofMillis(50));

    ComingAndGoingTest() {
        simulation.network().latency(Duration.ofMillis(20), Duration.ofMillis(20));
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    private SimulatedPlayer player(String name, double x) {
        return new SimulatedPlayer(simulation, routes, PresenceSettings.DEFAULT, name, at(x), NOBODY);
    }

    private static Point at(double x) {
        return new Point(10_000 + x, 10_000, 10_000);
    }

    private static CompletableFuture<Avatar> join(Presence presence, String name, double x) {
        return presence.join(new PlayerName(name), at(x), NOBODY);
    }

    @Test
    @DisplayName(
            "N13 sixty avatars of one node see each other at once, and hear of others from elsewhere, without asking and answering each other in vain")
    void sixtyOfOneNode() {
        SimulatedPlayer host = player("host", 0);
        SimulatedPlayer before = player("before", 500);
        List<Avatar> avatars = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            avatars.add(simulation.await(join(host.presence, "a" + i, i), SimulatedPlayer.LIMIT));
        }
        simulation.run(Duration.ofSeconds(1));
        for (Avatar avatar : avatars) {
            assertThat(avatar.neighbours()).hasSize(20);
        }
        SimulatedPlayer late = player("late", 50);
        simulation.run(Duration.ofSeconds(5));
        for (int i = 45; i < 56; i++) {
            assertThat(avatars.get(i).neighbours())
                    .as("what a%d sees", i)
                    .extracting(Neighbour::name)
                    .contains(late.avatar.name());
        }
        assertThat(late.sees()).hasSize(20).contains("a50");
        assertThat(before.sees()).hasSize(20).contains("a59");
        PresenceStatus status = status(host.presence);
        assertThat(status.counts().answersSent()).isLessThan(500);
        assertThat(status.avatars()).allSatisfy(each -> assertThat(each.known()).isGreaterThan(60));
    }

    private static CompletableFuture<Void> leave(@Nullable Avatar avatar) {
        return avatar == null ? CompletableFuture.completedFuture(null) : avatar.leave();
    }

    private PresenceStatus status(Presence presence) {
        return simulation.await(presence.status(), SimulatedPlayer.LIMIT);
    }

    @Test
    @DisplayName(
            "N13 nothing of them stays: no route, no question, no timer; whoever was there before sees whom it saw")
    void nothingStays() {
        SimulatedPlayer anna = player("anna", 0);
        SimulatedPlayer bert = player("bert", 100);
        simulation.run(Duration.ofMinutes(3));
        ForwarderStatus before = status(anna.presence).forwarder();
        int timers = simulation.census().timers();
        int announced = routes.prefixes();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            // Every third begins somewhere else, and every second has time to be seen.
            CompletableFuture<Avatar> joining = join(anna.presence, "a" + i % 50, i % 3 == 0 ? 20.0 * i : 10);
            all.add(joining);
            if (i % 2 == 0) {
                simulation.run(Duration.ofMillis(200));
            }
            all.add(joining.thenCompose(avatar -> {
                avatar.moveTo(at(50));
                CompletableFuture<Void> left = avatar.leave();
                avatar.act(new byte[] {1});
                avatar.moveTo(at(60));
                return left;
            }));
            simulation.run(Duration.ofMillis(20));
        }
        simulation.run(Duration.ofMinutes(5));
        assertThat(all).allMatch(CompletableFuture::isDone).noneMatch(CompletableFuture::isCompletedExceptionally);
        PresenceStatus after = status(anna.presence);
        assertThat(after.avatars()).hasSize(1);
        assertThat(after.forwarder().prefixes()).isEqualTo(before.prefixes());
        assertThat(after.forwarder().pendingInterests()).isLessThan(2 * before.pendingInterests() + 20);
        assertThat(after.faces()).isLessThanOrEqualTo(2);
        assertThat(simulation.census().timers()).isLessThan(timers * 5 / 4);
        assertThat(routes.prefixes()).as("as many lead somewhere as before").isEqualTo(announced);
        assertThat(anna.sees()).containsExactly("bert");
        assertThat(bert.sees()).containsExactly("anna");
    }

    @Test
    @DisplayName(
            "N13 of two that join by one name at once one is told that it is taken, and it is free when the other has left")
    void oneName() {
        Presence presence = player("anna", 0).presence;
        CompletableFuture<Avatar> first = join(presence, "pet", 10);
        CompletableFuture<Avatar> second = join(presence, "pet", 20);
        Avatar pet = simulation.await(first, SimulatedPlayer.LIMIT);
        assertThatThrownBy(() -> simulation.await(second, SimulatedPlayer.LIMIT))
                .hasMessageContaining("already has an avatar named pet");
        CompletableFuture<Void> leaving = pet.leave();
        CompletableFuture<Avatar> third = join(presence, "pet", 30);
        simulation.await(leaving, SimulatedPlayer.LIMIT);
        assertThat(simulation.await(third, SimulatedPlayer.LIMIT).position()).isEqualTo(at(30));
        simulation.await(pet.leave(), SimulatedPlayer.LIMIT);
        assertThat(status(presence).avatars()).as("the later one stays").hasSize(2);
    }

    @Test
    @DisplayName("N13 closed while many join: each is in or told that it is closed, and nothing is left")
    void closedMeanwhile() {
        for (int round = 0; round < 20; round++) {
            Presence presence = player("host" + round, 0).presence;
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                CompletableFuture<Avatar> joining = join(presence, "a" + i, i);
                all.add(joining);
                all.add(joining.handle((avatar, failure) -> avatar).thenCompose(ComingAndGoingTest::leave));
                if (i == 5 * round) {
                    all.add(presence.stop());
                    simulation.run(Duration.ofMillis(round % 3));
                }
            }
            simulation.run(Duration.ofSeconds(1));
            assertThat(all).allMatch(CompletableFuture::isDone);
            assertThat(simulation.census().sockets()).isZero();
        }
        assertThat(simulation.census().timers()).isZero();
        assertThat(routes.prefixes()).isZero();
    }
}
