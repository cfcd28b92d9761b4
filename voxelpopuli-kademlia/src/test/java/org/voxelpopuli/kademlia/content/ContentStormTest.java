package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.simulation.DiskFault;
import org.voxelpopuli.simulation.SimulatedHost;

@DisplayName("Downloads from providers of which some lie, on a host that crashes and a disk that fails")
class ContentStormTest {
    private static final int[] LENGTHS = {
        0, 1, 1_000, 262_143, 262_144, 262_145, 524_288, 2_000_000, 4_194_304, 9_000_001
    };
    private static final String ONE = "n8";

    /** What a false provider may do with a request. */
    private enum Trick {
        HONEST,
        HONEST_THEN_CLOSE,
        HONEST_THEN_ABORT,
        WRONG_BYTE,
        LAST_BYTE_WRONG,
        SHORT,
        LONG,
        OTHER_COUNT,
        NOT_HERE,
        BUSY,
        SILENT,
        DRIP,
        GARBAGE,
        TWICE,
        CLOSE
    }

    private static final List<Trick> TRICKS = List.of(Trick.values());

    static LongStream seeds() {
        return LongStream.range(0, Long.getLong("storm.runs", 25)).map(run -> run + Long.getLong("storm.first", 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName(
            "P3 what is placed is right, whatever happened; what nobody hinders any more comes to its end; no memory is lost")
    void storm(long seed) throws IOException {
        new Storm(seed).run();
    }

    private static final class Storm {
        private final ContentNetwork network;
        private final RandomGenerator random;
        private final byte[] bytes;
        private final byte[] hashes;
        private final List<DiskFault> faults = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private boolean allLie;

        Storm(long seed) throws IOException {
            network = new ContentNetwork(seed);
            random = network.simulation().random("storm");
            bytes = network.bytes(LENGTHS[random.nextInt(LENGTHS.length)]);
            network.grow(10);
            hashes = hashes();
        }

        private byte[] hashes() throws IOException {
            Path file = Path.of("/x");
            network.files("n0").put(file, bytes);
            try (FileChannel channel = network.files("n0").open(file, false)) {
                return Manifest.of(channel).hashes();
            }
        }

        void run() throws IOException {
            int providers = 1 + random.nextInt(5);
            for (int i = 1; i <= providers; i++) {
                network.put("n" + i, bytes);
            }
            // Without a single honest one it has to come to an end as well.
            allLie = random.nextInt(3) == 0;
            for (int i = allLie ? 1 : 2; i <= providers; i++) {
                if (allLie || random.nextInt(4) > 0) {
                    falsify("n" + i);
                }
            }
            for (int event = random.nextInt(6); event > 0; event--) {
                Download download = network.get(ONE);
                network.simulation().run(Duration.ofMillis(random.nextInt(1_500)));
                told.add(download.progress().state() + " " + download.progress().bytes());
                hinder(download);
            }
            faults.forEach(network.files(ONE)::remove);
            end();
        }

        private void falsify(String name) {
            network.await(network.content(name).close());
            SimulatedHost host = network.kademlia().host(name);
            List<Trick> tricks = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                tricks.add(TRICKS.get(random.nextInt(TRICKS.size())));
            }
            told.add(name + " " + tricks);
            network.await(host.streams()
                    .listen(
                            host.socketAddress(4000),
                            connection -> new FalseProvider(
                                    connection,
                                    (c, request) -> answer(c, request, tricks.get(random.nextInt(tricks.size()))))));
        }

        private void hinder(Download download) {
            switch (random.nextInt(8)) {
                case 0 -> {
                    network.kademlia().crash(ONE);
                    if (random.nextBoolean()) {
                        damage();
                    }
                    network.kademlia().join(ONE, "n0");
                    network.start(ONE);
                }
                case 1 -> download.cancel();
                case 2 -> {
                    download.cancel();
                    network.simulation().run(Duration.ofMillis(random.nextInt(50)));
                    damage();
                }
                case 3 -> {
                    DiskFault fault = new DiskFault.FailingWrites(random.nextDouble());
                    faults.add(fault);
                    network.files(ONE).add(fault);
                }
                case 4 -> {
                    faults.forEach(network.files(ONE)::remove);
                    faults.clear();
                }
                case 5 -> network.kademlia().host(ONE).resetConnections();
                case 6 -> network.kademlia().host("n1").resetConnections();
                default -> {
                    // Nothing.
                }
            }
        }

        /** The file is cut, or a byte of it changed, while nobody writes it. */
        private void damage() {
            faults.forEach(network.files(ONE)::remove);
            faults.clear();
            Path part = ContentNetwork.MUSIC.resolve(
                    "Imagine - John Lennon.part" + (random.nextInt(3) == 0 ? "-hashes" : ""));
            try (FileChannel file = network.files(ONE).open(part, true)) {
                int size = (int) file.size();
                if (size > 0 && random.nextBoolean()) {
                    file.truncate(random.nextInt(size));
                } else if (size > 0) {
                    file.write(ByteBuffer.wrap(new byte[] {(byte) random.nextInt()}), random.nextInt(size));
                }
                file.force(true);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private void end() throws IOException {
            network.simulation().run(Duration.ofSeconds(5));
            Download last = network.get(ONE);
            String failure = network.failure(last);
            if (!failure.startsWith("it is in ")) {
                told.add(failure);
                last = network.get(ONE);
            }
            if (allLie) {
                told.add(network.failure(last));
            } else {
                Path path = network.await(last.result());
                assertThat(network.files(ONE).get(path)).as("%s", told).isEqualTo(bytes);
            }
            for (String name : network.files(ONE).list(ContentNetwork.MUSIC)) {
                if (!name.contains(".part")) {
                    assertThat(network.files(ONE).get(ContentNetwork.MUSIC.resolve(name)))
                            .isEqualTo(bytes);
                }
            }
            network.simulation().run(Duration.ofSeconds(40));
            assertThat(network.content(ONE).blocks().taken()).as("%s", told).isZero();
            assertThat(network.content(ONE).blocks().reserved()).as("%s", told).isZero();
            assertThat(network.simulation().failures()).isEmpty();
        }

        private void answer(StreamTransport.Connection connection, ContentWire.Request request, Trick trick) {
            byte[] answer = request.type() == ContentWire.Type.HASHES
                    ? hashes
                    : Arrays.copyOfRange(bytes, (int) request.offset(), (int) request.offset() + request.count());
            byte[] wrong = answer.clone();
            if (wrong.length > 0) {
                wrong[trick == Trick.LAST_BYTE_WRONG ? wrong.length - 1 : random.nextInt(wrong.length)]++;
            }
            switch (trick) {
                case HONEST -> send(connection, answer);
                case HONEST_THEN_CLOSE -> {
                    send(connection, answer);
                    connection.close();
                }
                case HONEST_THEN_ABORT -> {
                    send(connection, answer);
                    connection.worker().schedule(Duration.ofMillis(random.nextInt(300)), connection::abort);
                }
                case WRONG_BYTE, LAST_BYTE_WRONG -> send(connection, wrong);
                case SHORT -> {
                    head(connection, ContentWire.Status.OK, answer.length);
                    connection.send(Arrays.copyOf(answer, answer.length / 2));
                    connection.close();
                }
                case LONG -> {
                    send(connection, answer);
                    connection.send(wrong);
                }
                case OTHER_COUNT -> head(connection, ContentWire.Status.OK, answer.length + random.nextInt(100) - 50);
                case NOT_HERE -> head(connection, ContentWire.Status.NOT_HERE, 0);
                case BUSY -> head(connection, ContentWire.Status.BUSY, 0);
                case SILENT -> {
                    // Nothing.
                }
                case DRIP -> {
                    head(connection, ContentWire.Status.OK, answer.length);
                    drip(connection, 0);
                }
                case GARBAGE -> connection.send(wrong);
                case TWICE -> {
                    send(connection, answer);
                    send(connection, answer);
                }
                case CLOSE -> connection.close();
            }
        }

        private static void drip(StreamTransport.Connection connection, int count) {
            if (count < 100 && connection.backlog() < 10_000) {
                connection.send(new byte[1]);
                connection.worker().schedule(Duration.ofSeconds(1), () -> drip(connection, count + 1));
            }
        }

        private static void send(StreamTransport.Connection connection, byte[] answer) {
            head(connection, ContentWire.Status.OK, answer.length);
            connection.send(answer);
        }

        private static void head(StreamTransport.Connection connection, ContentWire.Status status, int count) {
            connection.send(ContentWire.write(new ContentWire.Answer(status, count)));
        }
    }
}
