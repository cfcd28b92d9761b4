package org.voxelpopuli.presence.ndn;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

/** To a node, whoever sends from an address and ignores what comes there is the same as who only pretends to send from there. */
@DisplayName("N3 Whoever sends as another's address makes a node send him little")
class SpoofedAddressTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int PORT = 6363;
    private static final int LARGE = 6_000;
    private static final int HEADERS = 28;
    private static final Name NODE = Name.of("node");
    private static final Name VICTIM = Name.of("victim");

    private final Simulation simulation = new Simulation(1);
    private final SimulatedHost host = simulation.newHost("node");
    private final Worker worker = host.worker("ndn");
    private final InetSocketAddress address = host.socketAddress(PORT);
    private final AtomicInteger verified = new AtomicInteger();
    private final Forwarder forwarder = make(() ->
            new Forwarder(host, worker, new ForwarderSettings(100_000, 4_096, 4_096, Duration.ofSeconds(10), data -> {
                verified.incrementAndGet();
                return DataVerifier.sha256().verify(data);
            })));
    private final LocalFace local = make(() -> new LocalFace("game", forwarder));
    private final UdpFaces faces = simulation.await(UdpFaces.open(forwarder, address, 2_000), LIMIT);

    private int answerBytes = LARGE;
    private long victimGot;
    private long victimQuestions;
    private boolean victimAnswers;
    private int nonces;
    private DatagramTransport.Socket victim;

    private interface Maker<T> {
        T make();
    }

    private <T> T make(Maker<T> maker) {
        List<T> made = new ArrayList<>(1);
        on(() -> made.add(maker.make()));
        return made.get(0);
    }

    private void on(Runnable action) {
        worker.execute(action);
        simulation.run(Duration.ZERO);
        assertThat(simulation.failures()).isEmpty();
    }

    SpoofedAddressTest() {
        on(() -> local.registerPrefix(
                NODE,
                (prefix, interest) -> local.put(Data.builder(interest.name())
                        .content(new byte[answerBytes])
                        .sign(DataSigner.sha256())),
                reason -> {}));
        SimulatedHost other = simulation.newHost("victim");
        victim = simulation.await(
                other.datagrams().bind(other.socketAddress(PORT), other.worker("w"), (from, bytes) -> {
                    victimGot += bytes.length;
                    LinkPacket link = LinkPacket.decode(bytes);
                    if (link.packet() instanceof Interest interest) {
                        victimQuestions++;
                        if (victimAnswers) {
                            Data data = Data.builder(interest.name()).sign(DataSigner.sha256());
                            byte[] token = link.token();
                            victim.send(from, token == null ? data.toBytes() : LinkPacket.encode(data, token));
                        }
                    }
                }),
                LIMIT);
    }

    private long asVictim(int questions, Duration each) {
        long sent = 0;
        for (int i = 0; i < questions; i++) {
            byte[] question = Interest.builder(NODE.append("x" + ++nonces))
                    .nonce(nonces)
                    .build()
                    .toBytes();
            sent += question.length;
            victim.send(address, question);
            simulation.run(each);
        }
        return sent;
    }

    private void ask(Name name) {
        on(() -> {
            var unused = local.expressInterest(
                    Interest.builder(name).lifetime(Duration.ofSeconds(1)).build(), (data, from) -> {}, () -> {});
        });
    }

    @Test
    @DisplayName(
            "N3 large answers: of 4 000 small questions in 20 seconds a third of the bytes at most, and all when the address has proven itself")
    void answers() {
        asVictim(4_000, Duration.ofMillis(5));
        long bounded = (1 << 11) + 20L * (1 << 6) + 3L * 4_000 * 100;
        assertThat(victimGot).isBetween(1L << 19, bounded).isLessThan(4_000L * LARGE / 3);
        assertThat(faces.withheld()).isGreaterThan(2_000);
        victimAnswers = true;
        on(() -> forwarder.register(VICTIM, faces.to(victim.localAddress())));
        for (int i = 0; i < 4; i++) {
            ask(VICTIM.append("p" + i));
            simulation.run(Duration.ofMillis(100));
        }
        victimGot = 0;
        asVictim(100, Duration.ofMillis(1));
        simulation.run(Duration.ofSeconds(1));
        assertThat(victimGot).isGreaterThan(100L * LARGE);
    }

    @Test
    @DisplayName(
            "N3 small answers: of one question whoever comes new gets one of 1 000 bytes; however many ports are forged, a machine gets three times the bytes, 2 KiB and 64 bytes a second")
    void ports() {
        answerBytes = 1_000;
        var unused = asVictim(1, Duration.ofMillis(100));
        assertThat(victimGot).isGreaterThan(1_000);
        SimulatedHost machine = simulation.newHost("machine");
        Worker owner = machine.worker("w");
        long[] got = new long[1];
        long sent = 0;
        for (int i = 0; i < 1_000; i++) {
            DatagramTransport.Socket socket = simulation.await(
                    machine.datagrams()
                            .bind(
                                    machine.socketAddress(7_000 + i),
                                    owner,
                                    (from, bytes) -> got[0] += bytes.length + HEADERS),
                    LIMIT);
            byte[] question =
                    Interest.builder(NODE.append("y" + i)).nonce(i).build().toBytes();
            sent += question.length + HEADERS;
            socket.send(address, question);
            simulation.run(Duration.ofMillis(10));
        }
        simulation.run(Duration.ofSeconds(1));
        assertThat(got[0]).isBetween(1_000L, 3 * sent + (1 << 11) + 11 * (1 << 6));
    }

    @Test
    @DisplayName(
            "N3 questions: an address that answers nothing is asked 8 KiB a second, one that does all that is to be asked")
    void questions() {
        on(() -> forwarder.register(VICTIM, faces.to(victim.localAddress())));
        for (int round = 0; round < 2; round++) {
            victimGot = 0;
            victimQuestions = 0;
            for (int i = 0; i < 2_000; i++) {
                ask(VICTIM.append("q" + round + "." + i));
                simulation.run(Duration.ofMillis(5));
            }
            if (round == 0) {
                assertThat(victimGot).isLessThan(11 * 8_192);
                victimAnswers = true;
            } else {
                assertThat(victimQuestions).isGreaterThan(1_900);
            }
        }
    }

    @Test
    @DisplayName("N2 only who was asked can answer: forged Data from elsewhere is not even verified")
    void forged() {
        on(() -> forwarder.register(VICTIM, faces.to(victim.localAddress())));
        ask(VICTIM.append("position"));
        SimulatedHost stranger = simulation.newHost("stranger");
        DatagramTransport.Socket socket = simulation.await(
                stranger.datagrams().bind(stranger.socketAddress(PORT), stranger.worker("w"), (from, bytes) -> {}),
                LIMIT);
        byte[] forged = Data.builder(VICTIM.append("position"))
                .sign(DataSigner.sha256())
                .toBytes();
        for (int i = 0; i < 100; i++) {
            socket.send(address, forged);
        }
        simulation.run(Duration.ofMillis(500));
        assertThat(verified).hasValue(0);
        on(() -> assertThat(forwarder.status().dropped().unsolicited()).isEqualTo(100));
        victim.send(address, forged);
        simulation.run(Duration.ofMillis(100));
        assertThat(verified).hasValue(1);
    }
}
