package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.Resolution.What;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N3 A trace shows how a name was resolved")
class ResolutionTest extends SimulatedGame {
    private Resolution trace(SimulatedPlayer player, Name name) {
        return simulation.await(player.presence.trace(name), SimulatedPlayer.LIMIT);
    }

    private static List<What> whats(Resolution resolution) {
        return resolution.steps().stream().map(Resolution.Step::what).toList();
    }

    private static String face(SimulatedPlayer player) {
        return "udp " + player.host.address().getHostAddress() + ":6363";
    }

    @Test
    @DisplayName("N3 of a neighbour's host: who spoke of it, what was tried, and which address answered when")
    void neighbour() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        PresenceStatus status = status(anna);
        Resolution host = status.resolutions().stream()
                .filter(each -> each.prefix().equals(bert.avatar.name().prefix().toString()))
                .findFirst()
                .orElseThrow();
        assertThat(whats(host))
                .as("whoever speaks of it leads to it")
                .containsExactly(What.NAMED_IN_ANSWER, What.ANSWERED);
        assertThat(host.answeredBy()).contains(face(bert));
        assertThat(host.took().orElseThrow()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(2));
        assertThat(host.steps()).isSortedAccordingTo((a, b) -> a.after().compareTo(b.after()));
        assertThat(host.wallMillis())
                .isBetween(
                        anna.host.clock().wallMillis() - 5_000,
                        anna.host.clock().wallMillis());
        assertThat(status.resolutions()).hasSizeLessThanOrEqualTo(ResolutionLog.MAX_KEPT);
    }

    @Test
    @DisplayName(
            "N3 one name can be asked for: of a stranger by the routes, of a neighbour by the way that is known, of itself here")
    void position() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer far = join("far", new Point(60_000, 10_000, 10_000));
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        Resolution stranger = trace(anna, far.avatar.name().path().append("position"));
        assertThat(whats(stranger)).containsExactly(What.ROUTES_ASKED, What.ROUTES_NAMED, What.ANSWERED);
        assertThat(stranger.steps().get(1).address()).isEqualTo(face(far));
        assertThat(stranger.answeredBy()).contains(face(far));
        Resolution neighbour = trace(anna, bert.avatar.name().path().append("position"));
        assertThat(whats(neighbour)).startsWith(What.KNOWN).contains(What.ANSWERED);
        assertThat(whats(trace(anna, anna.avatar.name().path().append("position"))))
                .contains(What.ANSWERED_HERE);
        simulation.run(Duration.ofSeconds(1));
        assertThat(anna.sees()).containsExactly("bert");
    }

    @Test
    @DisplayName("N3 a host of whom others speak says itself where it is, and is looked up only if it falls silent")
    void silent() {
        Set<Name> lookedUp = new HashSet<>();
        routes.detour((prefix, there) -> {
            lookedUp.add(prefix);
            return there;
        });
        List<SimulatedPlayer> players = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            players.add(join("p" + i, new Point(10_000 + 50 * i, 10_000, 10_000)));
            simulation.run(Duration.ofSeconds(1));
        }
        assertThat(players).allMatch(each -> each.sees().size() == 4);
        assertThat(lookedUp).isNotEmpty().noneMatch(HostPrefix::begins);
        SimulatedPlayer gone = players.get(4);
        gone.host.crash();
        simulation.run(Duration.ofSeconds(4));
        assertThat(lookedUp).contains(gone.avatar.name().prefix());
        lookedUp.removeIf(each -> !HostPrefix.begins(each));
        assertThat(lookedUp).hasSize(1);
    }

    @Test
    @DisplayName("N3 an octant can be asked for, by those who are there and by those who are not")
    void octant() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer far = join("far", new Point(60_000, 10_000, 10_000));
        SimulatedPlayer bert = join("bert", new Point(10_100, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(5));
        OctreeSpace space = settings.space();
        Name octant =
                settings.discoveryPrefix(space.leaf(bert.avatar.position()).ancestor(space.prefixLevel()));
        Resolution atHome = trace(anna, octant);
        assertThat(whats(atHome)).containsExactly(What.KNOWN, What.ANSWERED_HERE);
        assertThat(atHome.steps().get(0).address()).isEqualTo(face(bert));
        Resolution fromAfar = trace(far, octant);
        assertThat(whats(fromAfar)).contains(What.ROUTES_ASKED, What.ROUTES_NAMED, What.ANSWERED);
        assertThat(fromAfar.answeredBy().orElseThrow()).isIn(face(anna), face(bert));
    }

    @Test
    @DisplayName("N3 a name that leads nowhere is given up in time, and a name of something else is refused in words")
    void nowhere() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        SimulatedPlayer gone = join("gone", new Point(60_000, 10_000, 10_000));
        simulation.run(Duration.ofSeconds(1));
        gone.host.crash();
        Resolution dead = trace(anna, gone.avatar.name().path().append("position"));
        assertThat(whats(dead)).contains(What.ROUTES_NAMED).endsWith(What.GIVEN_UP);
        assertThat(dead.answeredBy()).isEmpty();
        AvatarName unknown = new AvatarName(
                HostPrefix.of(simulation.newHost("unknown").newIdentity(0).publicKey()), new PlayerName("nobody"));
        Resolution nobody = trace(anna, unknown.path().append("position"));
        assertThat(whats(nobody)).contains(What.ROUTES_NAMED_NOBODY).endsWith(What.GIVEN_UP);
        assertThat(nobody.steps()).hasSizeLessThanOrEqualTo(ResolutionLog.MAX_STEPS);
        assertThatThrownBy(() -> trace(anna, Name.of("something", "else")))
                .hasMessageContaining("a name that is traced is of a host or of an octant of level 5");
        assertThatThrownBy(() -> trace(anna, Name.of("presence", "default", "0", "0", "7", "0", "9")))
                .hasMessageContaining("numbers of 0 to 7, not in 9");
    }

    @Test
    @DisplayName("N3 what is traced and what is remembered is bounded")
    void bounded() {
        SimulatedPlayer anna = join("anna", new Point(10_000, 10_000, 10_000));
        List<CompletableFuture<Resolution>> traces = new ArrayList<>();
        for (int i = 0; i <= NameTracer.MAX_AT_ONCE; i++) {
            Name host = HostPrefix.of(simulation.newHost("h" + i).newIdentity(0).publicKey());
            traces.add(anna.presence.trace(host.append("players", "x", "position")));
        }
        simulation.run(Duration.ofSeconds(6));
        assertThat(traces.get(NameTracer.MAX_AT_ONCE)).isCompletedExceptionally();
        assertThat(traces.subList(0, NameTracer.MAX_AT_ONCE))
                .allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
        for (int i = 0; i < 100; i++) {
            anna.avatar.moveTo(new Point(10_000 + 400 * i, 10_000, 10_000));
            simulation.run(Duration.ofMillis(100));
        }
        PresenceStatus status = status(anna);
        assertThat(status.resolutions()).hasSize(ResolutionLog.MAX_KEPT);
        assertThat(status.resolutions()).allMatch(each -> each.steps().size() <= ResolutionLog.MAX_STEPS);
    }
}
