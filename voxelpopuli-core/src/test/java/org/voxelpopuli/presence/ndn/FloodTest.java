package org.voxelpopuli.presence.ndn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

@DisplayName("N2 Whoever floods a forwarder fills his own share of it")
class FloodTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int PORT = 6363;
    private static final int PER_FACE = 100;
    private static final Name SILENT = Name.of("silent");
    private static final Name ANSWERED = Name.of("answered");

    private final Simulation simulation = new Simulation(1);
    private final SimulatedHost host = simulation.newHost("attacked");
    private final Worker worker = host.worker("ndn");
    private final InetSocketAddress address = host.socketAddress(PORT);
    private Forwarder forwarder;
    private int nonces;

    private void start(int perFace) {
        on(() -> {
            forwarder = new Forwarder(
                    host,
                    worker,
                    new ForwarderSettings(100_000, perFace, 100, Duration.ofSeconds(10), DataVerifier.sha256()));
            LocalFace local = new LocalFace("game", forwarder);
            local.registerPrefix(SILENT, (prefix, interest) -> {}, reason -> {});
            local.registerPrefix(
                    ANSWERED,
                    (prefix, interest) ->
                            local.put(Data.builder(interest.name()).sign(DataSigner.sha256())),
                    reason -> {});
        });
    }

    private void on(Runnable action) {
        worker.execute(action);
        simulation.run(Duration.ZERO);
    }

    private ForwarderStatus status() {
        List<ForwarderStatus> found = new ArrayList<>(1);
        on(() -> found.add(forwarder.status()));
        return found.get(0);
    }

    private Interest question(Name name) {
        return Interest.builder(name)
                .nonce(++nonces)
                .lifetime(Duration.ofSeconds(5))
                .build();
    }

    @AfterEach
    void nothingFailed() {
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName(
            "N2 over UDP: a face has so many Interests waiting, another one's are answered, and what is refused leaves nothing")
    void udp() {
        start(PER_FACE);
        simulation.await(UdpFaces.open(forwarder, address, 10), LIMIT);
        DatagramTransport.Socket flooder = socket("flooder", new ArrayList<>());
        List<Packet> answers = new ArrayList<>();
        DatagramTransport.Socket honest = socket("honest", answers);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 500; i++) {
                flooder.send(address, question(SILENT.append(round + "." + i)).toBytes());
            }
            honest.send(address, question(ANSWERED.append("x" + round)).toBytes());
            honest.send(address, question(SILENT.append("y" + round)).toBytes());
            simulation.run(Duration.ofMillis(50));
            assertThat(status().pendingInterests()).isLessThanOrEqualTo(PER_FACE + round + 1);
        }
        assertThat(answers).hasSize(20);
        assertThat(status().pendingInterests())
                .as("of the flooder as many as allowed, of the other all")
                .isEqualTo(PER_FACE + 20);
        assertThat(status().dropped().tooManyPending()).isEqualTo(10_000 - PER_FACE);
        simulation.run(LIMIT);
        assertThat(status().pendingInterests()).isZero();
        flooder.send(address, question(SILENT.append("again")).toBytes());
        simulation.run(Duration.ofMillis(50));
        assertThat(status().pendingInterests()).as("there is room again").isOne();
    }

    private DatagramTransport.Socket socket(String name, List<Packet> received) {
        SimulatedHost peer = simulation.newHost(name);
        return simulation.await(
                peer.datagrams()
                        .bind(
                                peer.socketAddress(PORT),
                                peer.worker("w"),
                                (from, bytes) -> received.add(Packet.decode(bytes))),
                LIMIT);
    }

    @Test
    @DisplayName("N2 over TCP: the same, though all of a flood arrives")
    void tcp() {
        start(PER_FACE);
        TcpFaces faces = new TcpFaces(forwarder, 4);
        simulation.await(faces.listen(address), LIMIT);
        StreamTransport.Connection flooder = connection("flooder", new ArrayList<>());
        List<Packet> answers = new ArrayList<>();
        StreamTransport.Connection honest = connection("honest", answers);
        for (int round = 0; round < 10; round++) {
            ByteArrayOutputStream flood = new ByteArrayOutputStream();
            for (int i = 0; i < 1_000; i++) {
                flood.writeBytes(question(SILENT.append(round + "." + i)).toBytes());
            }
            flooder.send(flood.toByteArray());
            honest.send(question(ANSWERED.append("x" + round)).toBytes());
            simulation.run(Duration.ofMillis(100));
        }
        assertThat(answers).hasSize(10);
        assertThat(status().pendingInterests()).isEqualTo(PER_FACE);
        assertThat(status().dropped().tooManyPending()).isEqualTo(10_000 - PER_FACE);
        flooder.close();
        simulation.run(Duration.ofSeconds(1));
        assertThat(faces.size()).isOne();
        assertThat(status().pendingInterests())
                .as("what waits for a face goes with it")
                .isZero();
        faces.close();
    }

    private StreamTransport.Connection connection(String name, List<Packet> received) {
        SimulatedHost peer = simulation.newHost(name);
        PacketFraming framing = new PacketFraming();
        return simulation.await(
                peer.streams().connect(address, LIMIT, connection -> new StreamTransport.Handler() {
                    @Override
                    public void received(byte[] bytes) {
                        framing.append(bytes, packet -> received.add(Packet.decode(packet)));
                    }

                    @Override
                    public void closed(Throwable cause) {}
                }),
                LIMIT);
    }

    @Test
    @DisplayName("N2 many that flood together leave room for whoever comes later, and what waits is bounded in all")
    void manyFaces() {
        start(4_096);
        List<Face> flooders = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            flooders.add(new QuietFace());
        }
        on(() -> {
            for (int i = 0; i < 2_000; i++) {
                for (Face each : flooders) {
                    forwarder.receive(each, question(SILENT.append("f" + nonces)));
                }
            }
        });
        ForwarderStatus flooded = status();
        assertThat(flooded.pendingInterests()).isBetween(60_000, 65_535);
        QuietFace late = new QuietFace();
        on(() -> {
            for (int i = 0; i < 50; i++) {
                forwarder.receive(late, question(SILENT.append("late" + i)));
                forwarder.receive(late, question(ANSWERED.append("late" + i)));
            }
        });
        assertThat(status().pendingInterests() - flooded.pendingInterests()).isEqualTo(50);
        assertThat(late.answers).isEqualTo(50);
        simulation.run(Duration.ofSeconds(6));
        assertThat(status().pendingInterests()).isZero();
    }

    @Test
    @DisplayName("N2 whoever floods a node does not flood its neighbours through it: little is passed on in a second")
    void passedOn() {
        start(4_096);
        QuietFace flooder = new QuietFace();
        QuietFace neighbour = new QuietFace();
        for (int second = 0; second < 3; second++) {
            on(() -> {
                for (int i = 0; i < 1_000; i++) {
                    Interest question = question(SILENT.append("p" + nonces));
                    forwarder.receive(flooder, question);
                    forwarder.passOn(question, List.of(neighbour), Duration.ofMillis(10));
                }
            });
            simulation.run(Duration.ofSeconds(1));
        }
        assertThat(neighbour.askedBytes).isBetween(2 << 14, 4 << 14);
    }

    @Test
    @DisplayName("N2 long names count for more, so that the memory of what waits is bounded, too")
    void longNames() {
        start(4_096);
        QuietFace flooder = new QuietFace();
        on(() -> {
            for (int i = 0; i < 2_000; i++) {
                forwarder.receive(
                        flooder,
                        question(SILENT.append(NameComponent.of(NameComponent.GENERIC, new byte[8_000]))
                                .append("f" + i)));
            }
        });
        assertThat(status().pendingInterests()).isEqualTo(4_096 / (1 + 8_000 / 256 + 0));
    }

    @Test
    @DisplayName(
            "N3 a group of IPv6 for an address of IPv4 is refused in words, since nobody would ever hear the questions")
    void families() throws Exception {
        start(PER_FACE);
        UdpFaces faces = simulation.await(UdpFaces.open(forwarder, address, 10), LIMIT);
        InetSocketAddress group = new InetSocketAddress(InetAddress.getByName("ff02::1234"), 47_000);
        assertThatThrownBy(() -> simulation.await(faces.join(group, interest -> true), LIMIT))
                .hasStackTraceContaining("one is of IPv4 and the other of IPv6");
        assertThat(UdpFaces.whyNoGroup(new InetSocketAddress("0:0:0:0:0:0:0:1", 1).getAddress(), group.getAddress()))
                .contains("::1");
        assertThat(UdpFaces.whyNoGroup(InetAddress.getByName("fd00::2"), group.getAddress()))
                .isEmpty();
    }

    @Test
    @DisplayName("N2 datagrams that are no packets, or too long for one, are counted and forgotten")
    void garbage() {
        start(PER_FACE);
        simulation.await(UdpFaces.open(forwarder, address, 10), LIMIT);
        DatagramTransport.Socket flooder = socket("flooder", new ArrayList<>());
        for (int i = 0; i < 100; i++) {
            flooder.send(address, new byte[60_000]);
            flooder.send(address, new byte[] {5, (byte) 0xff, 127, 127, 127, 127, 127, 127, 127, 127});
            simulation.run(Duration.ofMillis(10));
        }
        assertThat(status().dropped().malformed()).isEqualTo(200);
        assertThat(status().pendingInterests()).isZero();
    }

    /** Counts what it gets. */
    private static final class QuietFace implements Face {
        private int answers;
        private int askedBytes;

        @Override
        public void send(Interest interest) {
            askedBytes += interest.wire().length;
        }

        @Override
        public void send(Data data) {
            answers++;
        }

        @Override
        public boolean isLocal() {
            return false;
        }
    }
}
