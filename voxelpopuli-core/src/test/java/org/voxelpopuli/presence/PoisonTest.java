package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.DataSigner;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.ForwarderSettings;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.KeyLocator;
import org.voxelpopuli.presence.ndn.Links;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.Packet;
import org.voxelpopuli.presence.ndn.TcpFaces;
import org.voxelpopuli.presence.ndn.UdpFaces;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

/** Somebody on the way answers instead of the host that is asked. */
@DisplayName("N1 A cache is not poisoned")
class PoisonTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int PORT = 6363;

    private final NodeIdentity bert = Ed25519.generate(0);
    private final NodeIdentity mallory = Ed25519.generate(0);
    private final Name prefix = HostPrefix.of(bert.publicKey());

    /** What Mallory answers, by what is wrong with it. */
    private final Map<String, Function<Name, Data>> lies = new TreeMap<>(Map.of(
            "not signed, but whole", name -> data(name).sign(DataSigner.sha256()),
            "signed with another key, which it shows", name -> data(name).sign(HostKeys.showing(mallory)),
            "signed with another key, which it does not show",
                    name -> data(name).sign(DataSigner.of(mallory)),
            "signed with another key, under the name of the right one",
                    name -> data(name).sign(DataSigner.of(mallory, keyOfBert())),
            "of another host, rightly signed",
                    name -> data(HostPrefix.of(mallory.publicKey()).append("players", "bert", "position"))
                            .sign(HostKeys.showing(mallory)),
            "changed after it was signed",
                    name -> {
                        byte[] bytes = data(name).sign(HostKeys.showing(bert)).toBytes();
                        bytes[bytes.length - 70] ^= 1;
                        return Packet.decode(bytes) instanceof Data changed
                                ? changed
                                : data(name).sign(DataSigner.sha256());
                    }));

    private final Simulation simulation = new Simulation(1);
    private final SimulatedHost host = simulation.newHost("host");
    private final Worker worker = host.worker("ndn");
    private final SimulatedHost liar = simulation.newHost("mallory");
    private final List<String> answers = new ArrayList<>();
    private Forwarder forwarder;
    private LocalFace local;

    private Name keyOfBert() {
        return Data.builder(prefix).sign(HostKeys.showing(bert)).keyLocator().orElseThrow()
                        instanceof KeyLocator.KeyName key
                ? key.name()
                : Name.EMPTY;
    }

    private static Data.Builder data(Name name) {
        return Data.builder(name).freshness(Duration.ofSeconds(10)).content("lie".getBytes(UTF_8));
    }

    private void on(Runnable action) {
        worker.execute(action);
        simulation.run(Duration.ZERO);
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UDP", "TCP"})
    @DisplayName(
            "N1 Data that is unsigned, of a wrong key or of another's name neither arrives nor stays, and the true one does, over UDP and TCP")
    void poison(String transport) {
        on(() -> {
            forwarder = new Forwarder(host, worker, ForwarderSettings.defaults(new HostKeys(Ed25519.SCHEME)));
            local = new LocalFace("game", forwarder);
        });
        InetSocketAddress there = liar.socketAddress(PORT);
        Face way = transport.equals("UDP") ? udp(there) : tcp(there);
        on(() -> forwarder.register(prefix, way));
        int refused = 0;
        for (String lie : lies.keySet()) {
            ask(prefix.append("players", "bert", "position").append(lie));
            simulation.run(LIMIT);
            assertThat(answers).as(lie).containsExactly("timeout");
            answers.clear();
            refused++;
            int expected = refused;
            on(() -> {
                assertThat(forwarder.status().dropped().refused()
                                + forwarder.status().dropped().unsolicited())
                        .as(lie)
                        .isEqualTo(expected);
                assertThat(forwarder.status().storedData()).as(lie).isZero();
            });
        }
        Name name = prefix.append("players", "bert", "true");
        ask(name);
        simulation.run(LIMIT);
        assertThat(answers).as("after a lie and before another the truth").containsExactly("truth");
        on(() -> assertThat(forwarder.status().storedData()).isOne());
    }

    private void ask(Name name) {
        on(() -> local.expressInterest(
                Interest.builder(name).lifetime(Duration.ofSeconds(2)).build(),
                (data, from) -> answers.add(new String(data.content(), UTF_8)),
                () -> answers.add("timeout")));
    }

    /** A lie to each question, or a lie, the truth, and a lie again. */
    private void answer(byte[] packet, Consumer<byte[]> send) {
        if (Links.packet(packet) instanceof Interest interest) {
            Function<Name, Data> lie = lies.get(interest.name().last().text());
            if (lie != null) {
                send.accept(lie.apply(interest.name()).toBytes());
                return;
            }
            Function<Name, Data> any = lies.get("signed with another key, which it shows");
            send.accept(any.apply(interest.name()).toBytes());
            send.accept(Data.builder(interest.name())
                    .content("truth".getBytes(UTF_8))
                    .sign(HostKeys.showing(bert))
                    .toBytes());
            send.accept(any.apply(interest.name()).toBytes());
        }
    }

    private Face udp(InetSocketAddress there) {
        List<DatagramTransport.Socket> sockets = new ArrayList<>(1);
        sockets.add(simulation.await(
                liar.datagrams()
                        .bind(
                                there,
                                liar.worker("w"),
                                (from, bytes) ->
                                        answer(bytes, answer -> sockets.get(0).send(from, answer))),
                LIMIT));
        UdpFaces faces = simulation.await(UdpFaces.open(forwarder, host.socketAddress(PORT), 4), LIMIT);
        List<Face> face = new ArrayList<>(1);
        on(() -> face.add(faces.to(there)));
        return face.get(0);
    }

    private Face tcp(InetSocketAddress there) {
        simulation.await(
                liar.streams().listen(there, connection -> new StreamTransport.Handler() {
                    private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();

                    @Override
                    public void received(byte[] bytes) {
                        pieces.writeBytes(bytes);
                        if (Packet.decode(pieces.toByteArray()) instanceof Interest) {
                            answer(pieces.toByteArray(), connection::send);
                            pieces.reset();
                        }
                    }

                    @Override
                    public void closed(Throwable cause) {}
                }),
                LIMIT);
        return simulation.await(new TcpFaces(forwarder, 4).connect(there, LIMIT), LIMIT);
    }
}
