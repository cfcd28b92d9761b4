package org.voxelpopuli.kademlia.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.simulation.DiskFault;
import org.voxelpopuli.simulation.SimulatedHost;

@DisplayName(
        "P8 downloads from peers of P2Play of which some do their worst, on a host that crashes and a disk that fails")
class P2PlayStormTest {
    private static final String ONE = "n8";

    /** What a false provider may do with a question. */
    private enum Trick {
        HONEST,
        SHORT,
        LONG,
        NO_NUMBER,
        HUGE,
        NOTHING,
        SILENT,
        DRIP,
        ABORT
    }

    private static final List<Trick> TRICKS = List.of(Trick.values());

    @ParameterizedTest
    @MethodSource("org.voxelpopuli.kademlia.content.ContentStormTest#seeds")
    @DisplayName(
            "P8 what is placed is what somebody has announced, as a whole; every download comes to its end; nothing half done is left")
    void storm(long seed) throws IOException {
        new Storm(seed).run();
    }

    private static final class Storm {
        private final ContentNetwork network;
        private final RandomGenerator random;
        private final byte[] bytes;
        private boolean hindered;
        private final List<String> told = new ArrayList<>();

        Storm(long seed) {
            network = new ContentNetwork(seed);
            network.kademlia()
                    .settings(s -> s.compatibility(Compatibility.P2PLAY).dialect(Dialect.P2PLAY));
            random = network.simulation().random("storm");
            bytes = network.bytes(List.of(0, 1, 1_000, 300_000, 3_000_000).get(random.nextInt(5)));
            network.grow(10);
        }

        void run() throws IOException {
            int providers = 1 + random.nextInt(4);
            for (int i = 1; i <= providers; i++) {
                network.put("n" + i, bytes);
                network.await(network.get("n" + (i + 3) % 8).result());
                network.simulation().run(Duration.ofSeconds(5));
            }
            boolean allLie = random.nextInt(3) == 0;
            for (int i = 0; i < 8; i++) {
                if (i != providers && (allLie || random.nextInt(4) > 0)) {
                    falsify("n" + i);
                }
            }
            List<DiskFault> faults = new ArrayList<>();
            for (int event = random.nextInt(5); event > 0; event--) {
                Download download = network.get(ONE);
                network.simulation().run(Duration.ofMillis(random.nextInt(1_500)));
                told.add(download.progress().state() + " " + download.progress().bytes());
                switch (random.nextInt(6)) {
                    case 0 -> {
                        hindered = true;
                        network.kademlia().crash(ONE);
                        network.kademlia().join(ONE, "n0");
                        network.start(ONE);
                    }
                    case 1 -> download.cancel();
                    case 2 -> {
                        hindered = true;
                        DiskFault fault = new DiskFault.FailingWrites(random.nextDouble());
                        faults.add(fault);
                        network.files(ONE).add(fault);
                    }
                    case 3 -> network.kademlia().host(ONE).resetConnections();
                    default -> {
                        // Nothing.
                    }
                }
            }
            faults.forEach(network.files(ONE)::remove);
            network.simulation().run(Duration.ofSeconds(5));
            told.add(network.failure(network.get(ONE)));
            network.simulation().run(Duration.ofSeconds(40));
            for (String name : network.files(ONE).list(ContentNetwork.MUSIC)) {
                if (name.endsWith(".part-unverified")) {
                    assertThat(hindered)
                            .as("deleted, unless the disk refuses that, %s", told)
                            .isTrue();
                    continue;
                }
                assertThat(network.files(ONE).get(ContentNetwork.MUSIC.resolve(name)))
                        .as("%s", told)
                        .isEqualTo(bytes);
            }
            assertThat(network.content(ONE).downloads()).isEmpty();
            assertThat(network.simulation().failures()).isEmpty();
        }

        private void falsify(String name) {
            network.await(network.content(name).close());
            SimulatedHost host = network.kademlia().host(name);
            Trick trick = TRICKS.get(random.nextInt(TRICKS.size()));
            told.add(name + " " + trick);
            network.await(host.streams().listen(host.socketAddress(4000), connection -> new StreamTransport.Handler() {
                private boolean asked;

                @Override
                public void received(byte[] received) {
                    if (!asked) {
                        asked = true;
                        answer(connection, trick);
                    }
                }

                @Override
                public void closed(@Nullable Throwable cause) {}
            }));
        }

        private void answer(StreamTransport.Connection connection, Trick trick) {
            byte[] length = PlainWire.writeLength(bytes.length);
            switch (trick) {
                case HONEST -> {
                    connection.send(length);
                    connection.send(bytes);
                    connection.close();
                }
                case SHORT -> {
                    connection.send(PlainWire.writeLength(bytes.length + 1));
                    connection.send(bytes);
                    connection.close();
                }
                case LONG -> {
                    connection.send(length);
                    connection.send(Arrays.copyOf(bytes, bytes.length + 100_000));
                }
                case NO_NUMBER -> connection.send("not a number of 16 digits".getBytes(US_ASCII));
                case HUGE -> connection.send("9999999999999999".getBytes(US_ASCII));
                case NOTHING -> connection.close();
                case SILENT -> {
                    // Nothing.
                }
                case DRIP -> {
                    connection.send(length);
                    drip(connection, Math.min(100, bytes.length - 1));
                }
                case ABORT -> {
                    connection.send(length);
                    connection.send(Arrays.copyOf(bytes, bytes.length / 2));
                    connection.worker().schedule(Duration.ofMillis(random.nextInt(300)), connection::abort);
                }
            }
        }

        private static void drip(StreamTransport.Connection connection, int left) {
            if (left > 0 && connection.backlog() < 10_000) {
                connection.send(new byte[1]);
                connection.worker().schedule(Duration.ofSeconds(1), () -> drip(connection, left - 1));
            }
        }
    }
}
