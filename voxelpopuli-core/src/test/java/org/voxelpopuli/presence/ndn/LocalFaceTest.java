package org.voxelpopuli.presence.ndn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

@DisplayName("N13 A program asks and answers")
class LocalFaceTest {
    private final Simulation simulation = new Simulation(1);
    private final SimulatedHost host = simulation.newHost("host");
    private final Worker worker = host.worker("ndn");
    private final List<String> told = new ArrayList<>();

    private LocalFace game;
    private LocalFace producer;

    @BeforeEach
    void start() {
        on(() -> {
            Forwarder forwarder = new Forwarder(host, worker, ForwarderSettings.defaults(DataVerifier.sha256()));
            game = new LocalFace("game", forwarder);
            producer = new LocalFace("producer", forwarder);
        });
    }

    private void on(Runnable action) {
        worker.execute(action);
        simulation.run(Duration.ZERO);
        assertThat(simulation.failures()).isEmpty();
    }

    private void ask(Name name) {
        on(() -> game.expressInterest(
                Interest.builder(name)
                        .lifetime(Duration.ofMillis(500))
                        .mustBeFresh()
                        .build(),
                (data, from) -> told.add(
                        data.name() + "=" + new String(data.content(), java.nio.charset.StandardCharsets.UTF_8)),
                () -> told.add(name + " timed out")));
    }

    private Data answer(Interest interest, String content) {
        return Data.builder(interest.name())
                .content(content.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .sign(DataSigner.sha256());
    }

    @Test
    @DisplayName("N13 registerPrefix, expressInterest: the answer comes once, from the longest prefix")
    void asksAndAnswers() {
        on(() -> {
            producer.registerPrefix(
                    Name.of("a"), (prefix, interest) -> producer.put(answer(interest, "short")), told::add);
            producer.registerPrefix(
                    Name.of("a", "b"), (prefix, interest) -> producer.put(answer(interest, "long")), told::add);
        });
        ask(Name.of("a", "b", "c"));
        ask(Name.of("a", "x"));
        simulation.run(Duration.ofSeconds(2));
        assertThat(told).containsExactly("/a/b/c=long", "/a/x=short");
        assertThat(game.waiting()).isZero();
    }

    @Test
    @DisplayName("N13 onTimeout is told when nobody answers, or too late")
    void timesOut() {
        on(() -> producer.registerPrefix(
                Name.of("a"),
                (prefix, interest) ->
                        worker.schedule(Duration.ofMillis(501), () -> producer.put(answer(interest, "late"))),
                told::add));
        ask(Name.of("a", "b"));
        ask(Name.of("nobody"));
        simulation.run(Duration.ofSeconds(2));
        assertThat(told).containsExactlyInAnyOrder("/a/b timed out", "/nobody timed out");
    }

    @Test
    @DisplayName("N13 answers may come later, to all who asked the same")
    void answersLater() {
        on(() -> producer.registerPrefix(
                Name.of("a"),
                (prefix, interest) ->
                        worker.schedule(Duration.ofMillis(300), () -> producer.put(answer(interest, "later"))),
                told::add));
        ask(Name.of("a"));
        simulation.run(Duration.ofMillis(100));
        ask(Name.of("a"));
        simulation.run(Duration.ofSeconds(2));
        assertThat(told).containsExactly("/a=later", "/a=later");
    }

    @Test
    @DisplayName("N13 onRegisterFailed is told why")
    void registerFails() {
        on(() -> {
            for (int i = 0; i < 5_000; i++) {
                producer.registerPrefix(Name.of("p" + i), (prefix, interest) -> {}, told::add);
            }
        });
        assertThat(told).hasSize(5_000 - 4_096).allMatch(each -> each.contains("as many prefixes"));
        on(() -> {
            producer.close();
            producer.registerPrefix(Name.of("a"), (prefix, interest) -> {}, told::add);
        });
        assertThat(told).last().isEqualTo("the face 'producer' is closed");
    }

    @Test
    void whatIsWithdrawnOrClosedIsNotTold() {
        on(() -> game.expressInterest(
                        Interest.of(Name.of("a")), (data, from) -> told.add("data"), () -> told.add("timeout"))
                .run());
        ask(Name.of("b"));
        on(() -> game.close());
        simulation.run(Duration.ofSeconds(10));
        assertThat(told).isEmpty();
        assertThat(game.waiting()).isZero();
    }
}
