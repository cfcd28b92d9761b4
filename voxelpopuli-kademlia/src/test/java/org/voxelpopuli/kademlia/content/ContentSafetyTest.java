package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.simulation.DiskFault;
import org.voxelpopuli.simulation.SimulatedHost;

@DisplayName("Strangers and disks that do their worst")
class ContentSafetyTest {
    private static final int LENGTH = 3_000_000;

    private final ContentNetwork network = new ContentNetwork(75);
    private final byte[] bytes = network.bytes(LENGTH);
    private final List<String> dropped = new ArrayList<>();

    /** The provider n1 is replaced by a false one. */
    private void falsify(FalseProvider.Script script) {
        network.grow(6);
        network.put("n1", bytes);
        network.await(network.content("n1").close());
        network.content("n4").addListener(new ContentListener() {
            @Override
            public void dropped(SongName song, Provider provider, String reason, boolean lied) {
                dropped.add((lied ? "lied: " : "") + reason);
            }
        });
        SimulatedHost host = network.kademlia().host("n1");
        network.await(
                host.streams().listen(host.socketAddress(4000), connection -> new FalseProvider(connection, script)));
    }

    private void answerHonestly(StreamTransport.Connection connection, ContentWire.Request request) {
        byte[] answer = request.type() == ContentWire.Type.HASHES
                ? hashes()
                : Arrays.copyOfRange(bytes, (int) request.offset(), (int) request.offset() + request.count());
        connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.OK, answer.length)));
        connection.send(answer);
    }

    private byte[] hashes() {
        network.files("n1").put(Path.of("/x"), bytes);
        try (var file = network.files("n1").open(Path.of("/x"), false)) {
            return Manifest.of(file).hashes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String failure() {
        String failure = network.failure(network.get("n4"));
        assertThat(network.simulation().failures()).isEmpty();
        network.simulation().run(Duration.ofSeconds(30));
        assertThat(network.simulation().census().connections()).isZero();
        assertThat(network.content("n4").blocks().taken()).isZero();
        assertThat(network.content("n4").blocks().reserved()).isZero();
        return failure;
    }

    @Test
    @DisplayName("a stream that is longer than announced ends at once")
    void anEndlessStream() {
        int[] sent = {0};
        falsify((connection, request) -> {
            answerHonestly(connection, request);
            endless(connection, sent);
        });
        assertThat(failure()).startsWith("no provider could deliver");
        assertThat(dropped)
                .isNotEmpty()
                .allMatch(reason -> reason.startsWith("lied: it answers in no known form")
                        || reason.startsWith("lied: it sends what nobody has asked for")
                        || reason.startsWith("lied: it announces"));
        assertThat(sent[0]).as("it was cut off").isLessThan(1_000);
    }

    private static void endless(StreamTransport.Connection connection, int[] sent) {
        if (sent[0]++ < 1_000_000 && connection.backlog() < 1_000_000) {
            connection.send(new byte[10_000]);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, it announces", "-1, it announces", "1000000, it announces"})
    @DisplayName("an answer of another length than was asked for ends the connection, before it costs memory")
    void anotherLength(int more, String reason) {
        falsify((connection, request) -> {
            connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.OK, request.count() + more)));
            connection.send(new byte[Math.max(0, request.count() + more)]);
        });
        assertThat(failure()).startsWith("no provider could deliver").contains("it has sent wrong bytes lately");
        assertThat(dropped).singleElement().asString().startsWith("lied: " + reason);
    }

    @Test
    @DisplayName("wrong hashes are not those of the kad-file: the provider has lied")
    void wrongHashes() {
        falsify((connection, request) -> {
            connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.OK, request.count())));
            connection.send(new byte[request.count()]);
        });
        failure();
        assertThat(dropped).containsExactly("lied: its hashes are not those of the file");
    }

    @Test
    @DisplayName("what is no message of ours ends the connection")
    void garbage() {
        falsify((connection, request) -> connection.send(new byte[] {77, 1, 2, 3, 4, 5, 6}));
        failure();
        assertThat(dropped).containsExactly("lied: it answers in no known form");
    }

    @Test
    @DisplayName("a stream that ends before its announced length is no lie, but brings nothing")
    void aShortStream() {
        falsify((connection, request) -> {
            connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.OK, request.count())));
            connection.send(new byte[request.count() / 2]);
            connection.close();
        });
        assertThat(failure()).startsWith("no provider could deliver");
        assertThat(dropped).isNotEmpty().allMatch(reason -> reason.equals("it closed the connection"));
    }

    @Test
    @DisplayName(
            "the only provider ends each connection with a good piece, which is still on its way to the disk: it is asked again")
    void piecesOutliveTheirProvider() throws IOException {
        falsify((connection, request) -> {
            answerHonestly(connection, request);
            if (request.type() == ContentWire.Type.BYTES) {
                connection.close();
            }
        });
        Path path = network.await(network.get("n4").result());
        assertThat(network.files("n4").get(path)).isEqualTo(bytes);
        assertThat(dropped).hasSizeGreaterThan(2).allMatch(reason -> reason.equals("it closed the connection"));
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("who accepts and is silent, or sends a few bytes now and then, is dropped after half a minute")
    void tooSlow() {
        falsify((connection, request) -> {
            if (request.type() == ContentWire.Type.HASHES) {
                answerHonestly(connection, request);
            } else {
                connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.OK, request.count())));
                drip(connection);
            }
        });
        Duration before = network.simulation().elapsed();
        assertThat(failure()).contains("it sends less than 4096 bytes per second");
        assertThat(network.simulation().elapsed().minus(before)).isLessThan(Duration.ofMinutes(5));
        assertThat(dropped).hasSize(5);
    }

    private static void drip(StreamTransport.Connection connection) {
        connection.send(new byte[100]);
        connection.worker().schedule(Duration.ofSeconds(1), () -> {
            if (connection.backlog() < 10_000) {
                drip(connection);
            }
        });
    }

    @Test
    @DisplayName("an honest provider beside a slow one: the slow one costs no more than its pieces")
    void besideASlowOne() {
        falsify((connection, request) -> {
            if (request.type() == ContentWire.Type.HASHES) {
                answerHonestly(connection, request);
            }
        });
        network.put("n2", bytes);
        Duration before = network.simulation().elapsed();
        network.await(network.get("n4").result());
        assertThat(network.simulation().elapsed().minus(before)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    @DisplayName("a disk that is full ends the download in words; with room it goes on")
    void diskFull() throws IOException {
        network.grow(6);
        network.put("n1", bytes);
        Download download = network.get("n4");
        network.simulation().runUntil(() -> download.progress().bytes() > LENGTH / 2, Duration.ofMinutes(1));
        DiskFault full = new DiskFault.Full();
        network.files("n4").add(full);
        assertThat(network.failure(download))
                .startsWith("it cannot be written: ")
                .endsWith("Imagine - John Lennon.part: the disk is full");
        network.files("n4").remove(full);
        Download again = network.get("n4");
        Path path = network.await(again.result());
        assertThat(again.progress().resumed()).isPositive();
        assertThat(network.files("n4").get(path)).isEqualTo(bytes);
        assertThat(network.simulation().failures()).isEmpty();
    }

    /** Fails once, when it is asked for the time that is given. */
    private static final class FailsOnce implements DiskFault {
        private int left;

        FailsOnce(int left) {
            this.left = left;
        }

        @Override
        public Optional<String> commitError(RandomGenerator random) {
            return left-- == 0 ? Optional.of("input/output error") : Optional.empty();
        }
    }

    @Test
    @DisplayName("a force that fails ends the download, and nothing of what the disk may have lost is believed later")
    void failingForce() throws IOException {
        network.grow(6);
        network.put("n1", bytes);
        Download download = network.get("n4");
        network.simulation().runUntil(() -> download.progress().bytes() == LENGTH, Duration.ofMinutes(1));
        // It is cut to its length, and then forced.
        network.files("n4").add(new FailsOnce(1));
        assertThat(network.failure(download))
                .startsWith("it cannot be written: ")
                .endsWith("Imagine - John Lennon.part: input/output error");
        assertThat(network.files("n4").list(ContentNetwork.MUSIC)).containsExactly("Imagine - John Lennon.part");
        Download again = network.get("n4");
        Path path = network.await(again.result());
        assertThat(again.progress().resumed()).isZero();
        assertThat(network.files("n4").get(path)).isEqualTo(bytes);
    }

    @Test
    @DisplayName("what is cut while it is fetched is not taken for whole")
    void cutMeanwhile() throws IOException {
        network.grow(6);
        network.put("n1", bytes);
        Download download = network.get("n4");
        network.simulation().runUntil(() -> download.progress().bytes() == LENGTH, Duration.ofMinutes(1));
        try (FileChannel file =
                network.files("n4").open(ContentNetwork.MUSIC.resolve("Imagine - John Lennon.part"), true)) {
            file.truncate(LENGTH / 2);
        }
        assertThat(network.failure(download)).endsWith("somebody has cut it while it was written");
        Download again = network.get("n4");
        Path path = network.await(again.result());
        assertThat(again.progress().resumed()).isPositive();
        assertThat(network.files("n4").get(path)).isEqualTo(bytes);
    }

    @Test
    @DisplayName("without room for more memory a download has one request on its way at a time, and ends well")
    void noRoom() throws IOException {
        int[] waiting = {0};
        List<Integer> most = new ArrayList<>();
        falsify((connection, request) -> {
            most.add(++waiting[0]);
            connection.worker().schedule(Duration.ofMillis(10), () -> {
                waiting[0]--;
                answerHonestly(connection, request);
            });
        });
        network.content("n4").blocks().reserve(1L << 30);
        Path path = network.await(network.get("n4").result());
        assertThat(network.files("n4").get(path)).isEqualTo(bytes);
        assertThat(most).hasSizeGreaterThan(2).containsOnly(1);
        assertThat(network.content("n4").blocks().reserved()).isEqualTo(1L << 30);
        assertThat(network.content("n4").blocks().taken()).isZero();
    }

    @Test
    @DisplayName("a folder that cannot be written ends the download in words")
    void readOnlyFolder() {
        network.grow(6);
        network.put("n1", bytes);
        network.files("n4").add(new DiskFault.FailingWrites(1));
        assertThat(network.failure(network.get("n4"))).isEqualTo("it cannot be written: /music: input/output error");
    }

    @Test
    @DisplayName("a provider whose disk cannot be read is passed over, and serves again when it can")
    void providersDisk() throws IOException {
        network.grow(6);
        network.put("n1", bytes);
        DiskFault bad = new DiskFault.FailingReads(1);
        network.files("n1").add(bad);
        Download download = network.get("n4");
        network.simulation().run(Duration.ofSeconds(3));
        network.files("n1").remove(bad);
        Path path = network.await(download.result());
        assertThat(network.files("n4").get(path)).isEqualTo(bytes);
    }

    @Test
    @DisplayName("a file that is longer than is allowed is not begun")
    void tooLong() {
        network.settings(ContentSettings.builder().maxFileBytes(LENGTH).build());
        network.grow(6);
        network.put("n1", bytes);
        network.settings(ContentSettings.builder().maxFileBytes(LENGTH - 1).build());
        network.kademlia().join("small", "n0");
        network.start("small");
        assertThat(network.failure(network.get("small")))
                .isEqualTo("Imagine - John Lennon has 3000000 bytes, allowed are 2999999");
        assertThat(network.files("small").list(ContentNetwork.MUSIC)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "8.8.8.8, 9.9.9.9, true",
        "8.8.8.8, 10.0.0.1, false",
        "8.8.8.8, 192.168.1.1, false",
        "8.8.8.8, 127.0.0.1, false",
        "8.8.8.8, 169.254.169.254, false",
        "8.8.8.8, ::1, false",
        "8.8.8.8, fd00::1, false",
        "8.8.8.8, ::ffff:10.0.0.1, false",
        "8.8.8.8, 224.0.0.1, false",
        "8.8.8.8, 255.255.255.255, false",
        "8.8.8.8, 0.0.0.0, false",
        "8.8.8.8, 0.1.2.3, false",
        "8.8.8.8, ::, false",
        "8.8.8.8, 100.64.0.1, false",
        "8.8.8.8, 64:ff9b::10.0.0.1, false",
        "8.8.8.8, 64:ff9b::127.0.0.1, false",
        "8.8.8.8, 64:ff9b::9.9.9.9, true",
        "8.8.8.8, 2002:7f00:1::1, false",
        "8.8.8.8, 2002:a9fe:a9fe::, false",
        "8.8.8.8, 2002:909:909::, true",
        "8.8.8.8, ::127.0.0.1, false",
        "8.8.8.8, ::10.0.0.1, false",
        "::1, ::1, true",
        "2a00::1, fe80::1, false",
        "2a00::1, 2a00::2, true",
        "8.8.8.8, 100.128.0.1, true",
        "10.0.0.1, 10.0.0.2, true",
        "10.0.0.1, 8.8.8.8, true",
        "10.0.0.1, 127.0.0.1, false",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 10.0.0.1, true",
    })
    @DisplayName("to forbidden addresses nobody connects")
    void addresses(String ours, String theirs, boolean allowed) throws IOException {
        assertThat(AddressRule.refusal(provider(ours), provider(theirs)).isEmpty())
                .isEqualTo(allowed);
    }

    @Test
    @DisplayName("a node at a public address does not connect to a provider at a private one, and says why")
    void aPrivateProvider() {
        network.kademlia().addresses(name -> {
            byte number = (byte) Integer.parseInt(name.substring(1));
            try {
                return InetAddress.getByAddress(number == 1 ? new byte[] {10, 0, 0, 1} : new byte[] {8, 8, number, 8});
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
            }
        });
        network.grow(6);
        network.put("n1", bytes);
        Download download = network.get("n4");
        network.simulation().runUntil(() -> download.result().isDone() || connections() > 0, Duration.ofMinutes(5));
        assertThat(connections()).isZero();
        assertThat(network.failure(download))
                .startsWith("no provider could deliver")
                .contains("10.0.0.1:4000: it is at a private address, and we are at a public one");
    }

    private static Provider provider(String host) throws IOException {
        return new Provider(NodeId.sha1Of(host), new InetSocketAddress(InetAddress.getByName(host), 4000));
    }

    @Test
    @DisplayName("what is compressed arrives as it was, whatever it would become")
    void aBomb() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bomb)) {
            out.write(new byte[10_000_000]);
        }
        network.grow(6);
        network.put("n1", bomb.toByteArray());
        Path path = network.await(network.get("n4").result());
        assertThat(network.files("n4").get(path)).isEqualTo(bomb.toByteArray()).hasSizeLessThan(20_000);
    }

    // What strangers do to a provider

    private CompletableFuture<Void> stranger(SimulatedHost from, byte[]... said) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        network.await(from.streams()
                .connect(network.kademlia().host("n1").socketAddress(4000), Duration.ofSeconds(1), connection -> {
                    for (byte[] words : said) {
                        connection.send(words);
                    }
                    return new StreamTransport.Handler() {
                        @Override
                        public void received(byte[] received) {}

                        @Override
                        public void closed(@Nullable Throwable cause) {
                            closed.complete(null);
                        }
                    };
                }));
        return closed;
    }

    private int connections() {
        return network.await(network.content("n1").status()).connections();
    }

    @Test
    @DisplayName("strangers that say nothing, or nonsense, or ask too much, are cut off")
    void strangers() {
        network.grow(3);
        KadFile file = network.put("n1", bytes);
        SimulatedHost host = network.simulation().newHost("stranger");
        byte[] open = ContentWire.write(
                new ContentWire.Open(0, file.content().orElseThrow().root()));
        CompletableFuture<Void> silent = stranger(host);
        CompletableFuture<Void> half = stranger(host, new byte[10]);
        CompletableFuture<Void> openOnly = stranger(host, open);
        CompletableFuture<Void> nonsense = stranger(host, new byte[100]);
        CompletableFuture<Void> wrongRequest = stranger(host, open, new byte[13]);
        byte[] ask = ContentWire.write(new ContentWire.Request(ContentWire.Type.BYTES, 0, LENGTH));
        byte[][] greedy = new byte[1_000][];
        Arrays.fill(greedy, ask);
        greedy[0] = open;
        CompletableFuture<Void> tooMuch = stranger(host, greedy);
        network.simulation().run(Duration.ofSeconds(5));
        assertThat(List.of(nonsense, wrongRequest, tooMuch)).allMatch(CompletableFuture::isDone);
        assertThat(List.of(silent, half, openOnly)).noneMatch(CompletableFuture::isDone);
        network.simulation().run(Duration.ofSeconds(61));
        assertThat(List.of(silent, half, openOnly)).allMatch(CompletableFuture::isDone);
        assertThat(connections()).isZero();
        network.await(network.get("n2").result());
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("who does not read is cut off after a minute")
    void whoDoesNotRead() {
        network.grow(3);
        KadFile file = network.put("n1", bytes);
        SimulatedHost host = network.simulation().newHost("stranger");
        host.pauseReading();
        var unused = stranger(
                host,
                ContentWire.write(
                        new ContentWire.Open(0, file.content().orElseThrow().root())),
                ContentWire.write(new ContentWire.Request(ContentWire.Type.BYTES, 0, LENGTH)));
        network.simulation().run(Duration.ofSeconds(5));
        assertThat(connections()).isOne();
        network.simulation().run(Duration.ofSeconds(90));
        assertThat(connections()).isZero();
    }

    @Test
    @DisplayName("connections are counted in all and for each address; who comes too late is told, and is no liar")
    void tooManyConnections() {
        network.settings(ContentSettings.builder()
                .maxConnections(5)
                .maxConnectionsPerAddress(3)
                .build());
        network.grow(4);
        KadFile file = network.put("n1", bytes);
        byte[] open = ContentWire.write(
                new ContentWire.Open(0, file.content().orElseThrow().root()));
        for (String name : List.of("a", "b")) {
            SimulatedHost host = network.simulation().newHost(name);
            for (int i = 0; i < 10; i++) {
                var unused = stranger(host, open);
            }
        }
        network.simulation().run(Duration.ofSeconds(5));
        assertThat(connections()).isEqualTo(5);
        Download download = network.get("n2");
        network.content("n2").addListener(new ContentListener() {
            @Override
            public void dropped(SongName song, Provider provider, String reason, boolean lied) {
                dropped.add((lied ? "lied: " : "") + reason);
            }
        });
        network.simulation().run(Duration.ofSeconds(5));
        assertThat(dropped).isNotEmpty().allMatch(reason -> reason.equals("it has too many connections"));
        network.simulation().run(Duration.ofSeconds(61));
        assertThat(connections()).isLessThan(5);
        assertThat(network.await(network.get("n2").result())).isNotNull();
        assertThat(download.name().song()).isEqualTo(ContentNetwork.SONG);
    }
}
