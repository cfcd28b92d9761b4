package org.voxelpopuli.presence.ndn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

@DisplayName("N3 Faces between nodes")
class FacesTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int PORT = 6363;

    private final Simulation simulation = new Simulation(1);
    private final List<String> answers = new ArrayList<>();

    private final class Node {
        private final SimulatedHost host;
        private final Worker worker;
        private Forwarder forwarder;
        private LocalFace local;

        Node(String name) {
            host = simulation.newHost(name);
            worker = host.worker("ndn");
            on(() -> {
                forwarder = new Forwarder(host, worker, ForwarderSettings.defaults(DataVerifier.sha256()));
                local = new LocalFace("game", forwarder);
            });
        }

        void on(Runnable action) {
            worker.execute(action);
            simulation.run(Duration.ZERO);
        }

        UdpFaces udp(int guests) {
            return simulation.await(UdpFaces.open(forwarder, host.socketAddress(PORT), guests), LIMIT);
        }

        void answers(Name prefix) {
            on(() -> local.registerPrefix(
                    prefix,
                    (registered, interest) -> local.put(Data.builder(interest.name())
                            .content(host.name().getBytes(UTF_8))
                            .sign(DataSigner.sha256())),
                    reason -> answers.add(reason)));
        }

        void asks(Name name) {
            on(() -> local.expressInterest(
                    Interest.builder(name).lifetime(Duration.ofSeconds(2)).build(),
                    (data, from) -> answers.add(new String(data.content(), UTF_8)),
                    () -> answers.add("timeout")));
        }
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName("N3 over UDP, through a node between")
    void udp() {
        Node a = new Node("a");
        Node b = new Node("b");
        Node c = new Node("c");
        UdpFaces ofA = a.udp(8);
        UdpFaces ofB = b.udp(8);
        c.udp(8);
        Name name = Name.of("players", "c");
        a.on(() -> a.forwarder.register(name, ofA.to(b.host.socketAddress(PORT))));
        b.on(() -> b.forwarder.register(name, ofB.to(c.host.socketAddress(PORT))));
        c.answers(name);
        a.asks(name.append("position"));
        simulation.run(LIMIT);
        b.asks(name.append("position"));
        simulation.run(LIMIT);
        assertThat(answers).containsExactly("c", "c");
        b.on(() -> assertThat(b.forwarder.status().storeHits()).isEqualTo(1));
    }

    @Test
    @DisplayName("N3 over TCP, in both directions")
    void tcp() {
        Node a = new Node("a");
        Node b = new Node("b");
        TcpFaces listening = new TcpFaces(b.forwarder, 4);
        TcpFaces connecting = new TcpFaces(a.forwarder, 4);
        InetSocketAddress bound = simulation.await(listening.listen(b.host.socketAddress(PORT)), LIMIT);
        Face face = simulation.await(connecting.connect(bound, LIMIT), LIMIT);
        Name name = Name.of("b");
        a.on(() -> a.forwarder.register(name, face));
        b.answers(name);
        for (int i = 0; i < 20; i++) {
            a.asks(name.append("x" + i));
        }
        simulation.run(LIMIT);
        assertThat(answers).hasSize(20).containsOnly("b");
        connecting.close();
        simulation.run(LIMIT);
        assertThat(listening.size() + connecting.size()).isZero();
        a.on(() -> assertThat(a.forwarder.status().prefixes()).isZero());
        listening.close();
    }

    @Test
    @DisplayName(
            "N3 who asks in the envelope of NDNLPv2 gets the token back, also from the content store, and each his own")
    void tokens() {
        Node a = new Node("a");
        a.udp(10);
        a.answers(Name.of("a"));
        List<String> got = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SimulatedHost stranger = simulation.newHost("stranger" + i);
            DatagramTransport.Socket socket = simulation.await(
                    stranger.datagrams().bind(stranger.socketAddress(PORT), stranger.worker("w"), (from, bytes) -> {
                        LinkPacket link = LinkPacket.decode(bytes);
                        got.add(link.packet().getClass().getSimpleName() + Arrays.toString(link.token()));
                    }),
                    LIMIT);
            TlvWriter envelope = new TlvWriter(64);
            envelope.element(
                    Tlv.FRAGMENT, Interest.of(Name.of("a", "b")).withNonce(i).toBytes());
            envelope.element(Tlv.PIT_TOKEN, new byte[] {(byte) i, 7});
            envelope.head(Tlv.LINK_PACKET, 0);
            socket.send(a.host.socketAddress(PORT), envelope.toBytes());
        }
        simulation.run(LIMIT);
        assertThat(got).containsExactlyInAnyOrder("Data[0, 7]", "Data[1, 7]", "Data[2, 7]");
    }

    @Test
    void strangersOnUdpHaveABoundedNumberOfFaces() {
        Node a = new Node("a");
        UdpFaces faces = a.udp(10);
        a.answers(Name.of("a"));
        for (int i = 0; i < 30; i++) {
            SimulatedHost stranger = simulation.newHost("stranger" + i);
            DatagramTransport.Socket socket = simulation.await(
                    stranger.datagrams().bind(stranger.socketAddress(PORT), stranger.worker("w"), (from, bytes) -> {}),
                    LIMIT);
            socket.send(a.host.socketAddress(PORT), Interest.of(Name.of("a")).toBytes());
            socket.send(a.host.socketAddress(PORT), new byte[] {1, 2, 3});
            simulation.run(Duration.ofMillis(100));
        }
        assertThat(faces.size()).isEqualTo(10);
        assertThat(faces.turnedAway()).isEqualTo(40);
        a.on(() -> assertThat(a.forwarder.status().dropped().malformed()).isEqualTo(10));

        simulation.run(UdpFaces.IDLE);
        Node late = new Node("late");
        UdpFaces lateFaces = late.udp(1);
        late.on(() -> late.forwarder.register(Name.of("a"), lateFaces.to(a.host.socketAddress(PORT))));
        late.asks(Name.of("a", "b"));
        simulation.run(LIMIT);
        assertThat(answers).as("who was silent gives way").containsExactly("a");
        assertThat(faces.size()).isEqualTo(10);
    }

    @Test
    @DisplayName("N3 an address at which nobody accepts TCP is told in a sentence")
    void nobodyListens() {
        InetSocketAddress nobody = simulation.newHost("nobody").socketAddress(PORT);
        TcpFaces faces = new TcpFaces(new Node("a").forwarder, 1);
        assertThatThrownBy(() -> simulation.await(faces.connect(nobody, LIMIT), LIMIT))
                .rootCause()
                .hasMessageContaining("refused");
        assertThatThrownBy(() -> simulation.await(faces.connect(nobody, LIMIT), LIMIT))
                .hasStackTraceContaining("there is no TCP connection to " + nobody.getHostString() + ":" + PORT
                        + ": a forwarder has to listen there, and the way be open (Connection refused: ");
        assertThat(faces.size()).isZero();
    }

    @Test
    void whatIsNoPacketClosesATcpConnectionAndTooManyAreRefused() {
        Node a = new Node("a");
        TcpFaces faces = new TcpFaces(a.forwarder, 2);
        InetSocketAddress bound = simulation.await(faces.listen(a.host.socketAddress(PORT)), LIMIT);
        TcpFaces one = new TcpFaces(new Node("b").forwarder, 1);
        simulation.await(one.connect(bound, LIMIT), LIMIT);
        assertThatThrownBy(() -> simulation.await(one.connect(bound, LIMIT), LIMIT))
                .hasStackTraceContaining("as many TCP connections are open as allowed, 1");
        one.close();
        simulation.run(LIMIT);
        SimulatedHost stranger = simulation.newHost("stranger");
        List<StreamTransport.Connection> connections = new ArrayList<>();
        List<Integer> closed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            connections.add(simulation.await(
                    stranger.streams()
                            .connect(a.host.socketAddress(PORT), LIMIT, connection -> new StreamTransport.Handler() {
                                @Override
                                public void received(byte[] bytes) {}

                                @Override
                                public void closed(Throwable cause) {
                                    closed.add(number);
                                }
                            }),
                    LIMIT));
        }
        simulation.run(LIMIT);
        assertThat(closed).containsExactly(2);
        connections.get(0).send("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
        simulation.run(LIMIT);
        assertThat(closed).containsExactly(2, 0);
        connections.get(1).send(new byte[] {5, (byte) 254, 127, 127, 127, 127});
        simulation.run(LIMIT);
        assertThat(closed).containsExactly(2, 0, 1);
        assertThat(faces.size()).isZero();
    }

    @Test
    void aStreamIsCutIntoItsPacketsWhateverItsPieces() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 500; round++) {
            PacketFraming framing = new PacketFraming();
            List<byte[]> sent = new ArrayList<>();
            byte[] stream = {};
            for (int i = 0; i < 8; i++) {
                byte[] packet = Data.builder(Name.of("a"))
                        .content(new byte[random.nextInt(3) == 0 ? random.nextInt(8_000) : random.nextInt(300)])
                        .sign(DataSigner.sha256())
                        .toBytes();
                sent.add(packet);
                int before = stream.length;
                stream = Arrays.copyOf(stream, before + packet.length);
                System.arraycopy(packet, 0, stream, before, packet.length);
            }
            List<byte[]> received = new ArrayList<>();
            for (int at = 0; at < stream.length; ) {
                int piece = Math.min(
                        stream.length - at, random.nextBoolean() ? 1 + random.nextInt(4) : 1 + random.nextInt(9_000));
                assertThat(framing.append(Arrays.copyOfRange(stream, at, at + piece), received::add))
                        .isTrue();
                at += piece;
            }
            assertThat(received).usingElementComparator(Arrays::compare).isEqualTo(sent);
        }
    }
}
