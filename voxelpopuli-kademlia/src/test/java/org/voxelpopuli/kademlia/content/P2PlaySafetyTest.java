package org.voxelpopuli.kademlia.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.simulation.DiskFault;
import org.voxelpopuli.simulation.SimulatedHost;

@DisplayName("P8 peers of P2Play that do their worst")
class P2PlaySafetyTest {
    private static final NodeId KEY = new SongName(ContentNetwork.SONG, ContentNetwork.ARTIST).p2playKey();

    private final ContentNetwork network = new ContentNetwork(88);
    private final List<String> dropped = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private @Nullable SimulatedHost stranger;
    private DatagramTransport.@Nullable Socket socket;

    /** A network of nodes of ours that speak nothing else. */
    private void grow(int count) {
        network.kademlia().settings(s -> s.compatibility(Compatibility.P2PLAY).dialect(Dialect.P2PLAY));
        network.grow(count);
        for (String name : network.kademlia().names()) {
            network.content(name).addListener(new ContentListener() {
                @Override
                public void dropped(SongName song, Provider provider, String reason, boolean lied) {
                    dropped.add((lied ? "lied: " : "") + reason);
                }
            });
        }
    }

    private SimulatedHost stranger() {
        if (stranger == null) {
            stranger = network.simulation().newHost("stranger");
        }
        return stranger;
    }

    /** Sends datagrams to a node, and gives what came back. */
    private List<String> say(String name, String... datagrams) {
        if (socket == null) {
            socket = network.await(stranger()
                    .datagrams()
                    .bind(stranger().socketAddress(5000), stranger().worker("raw"), (from, payload) -> {
                        String text = new String(payload, UTF_8);
                        if (text.contains("\"type\":\"result\"")) {
                            answers.add(text);
                        }
                    }));
        }
        answers.clear();
        for (String datagram : datagrams) {
            socket.send(network.kademlia().host(name).socketAddress(4000), datagram.getBytes(UTF_8));
        }
        network.simulation().run(Duration.ofMillis(300));
        return List.copyOf(answers);
    }

    private static String integer(NodeId id) {
        return new BigInteger(1, id.bytes()).toString();
    }

    private static String request(String method, String args) {
        return "{\"type\":\"request\",\"id\":7,\"method\":\"" + method + "\",\"args\":["
                + integer(NodeId.sha1Of("stranger")) + args + "],\"kwargs\":{}}";
    }

    private static String store(String version, String providers) {
        return request(
                "store",
                "," + integer(KEY) + ",{\"version\":" + version + ",\"song_name\":\"" + ContentNetwork.SONG
                        + "\",\"artist_name\":\"" + ContentNetwork.ARTIST + "\",\"providers\":[" + providers
                        + "],\"id\":5}");
    }

    private String provider() {
        return "[1,[\"" + stranger().socketAddress(4000).getAddress().getHostAddress() + "\",4000]]";
    }

    private void storeEverywhere(String version, String providers) {
        for (String name : network.kademlia().names()) {
            say(name, store(version, providers));
        }
    }

    /** The stranger serves files like this. */
    private void serve(Consumer<StreamTransport.Connection> script) {
        network.await(stranger().streams().listen(stranger().socketAddress(4000), connection -> {
            StringBuilder question = new StringBuilder();
            return new StreamTransport.Handler() {
                @Override
                public void received(byte[] received) {
                    boolean before = question.indexOf("}") >= 0;
                    question.append(new String(received, UTF_8));
                    if (!before && question.indexOf("}") >= 0) {
                        script.accept(connection);
                    }
                }

                @Override
                public void closed(@Nullable Throwable cause) {}
            };
        }));
    }

    private byte[] content(String name, Path file) {
        try {
            return network.files(name).get(file);
        } catch (FileNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(US_ASCII);
    }

    private String failure() {
        String failure = network.failure(network.get("n1"));
        assertThat(network.simulation().failures()).isEmpty();
        network.simulation().run(Duration.ofSeconds(40));
        assertThat(network.simulation().census().connections()).isZero();
        assertThat(network.files("n1").list(ContentNetwork.MUSIC)).isEmpty();
        return failure;
    }

    @Test
    @DisplayName(
            "P8 files go from one node of ours to the other, as with peers of P2Play, and from the second to the third")
    void fromOneToAnother() {
        grow(6);
        byte[] bytes = network.bytes(300_000);
        assertThat(network.put("n1", bytes).isVerified()).isFalse();
        Path got = network.await(network.get("n2").result());
        assertThat(content("n2", got)).isEqualTo(bytes);
        network.simulation().run(Duration.ofSeconds(5));
        network.kademlia().crash("n1");
        assertThat(content("n3", network.await(network.get("n3").result()))).isEqualTo(bytes);
        network.simulation().run(Duration.ofSeconds(5));
        KadFile newest = network.await(network.content("n4").find(ContentNetwork.SONG, ContentNetwork.ARTIST))
                .orElseThrow();
        assertThat(newest.version()).isEqualTo(3);
        assertThat(newest.providers()).hasSize(3);
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("P8 a provider that another content has put out of the list does not put itself back")
    void anotherContent() {
        grow(6);
        network.put("n1", network.bytes(1_000));
        KadFile second = network.put("n2", network.bytes(2_000));
        assertThat(second.version()).isEqualTo(2);
        network.simulation().run(Duration.ofHours(3));
        KadFile now = network.await(network.content("n4").find(ContentNetwork.SONG, ContentNetwork.ARTIST))
                .orElseThrow();
        assertThat(now).isEqualTo(second);
        assertThat(content("n5", network.await(network.get("n5").result()))).isEqualTo(network.bytes(2_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0000000000001000 | more | lied: it sends more than the 1000 bytes that it has announced",
                "0000000000001000 | less | it closed the connection after 500 of 1000 bytes",
                "9999999999999999 | less | it announces 9999999999999999 bytes, allowed are 68719476736",
                "0000068719476736 | less | it closed the connection after 500 of 68719476736 bytes",
                "-000000000001000 | less | lied: it answers in no known form",
                "<html><head>Hell | more | lied: it answers in no known form",
                "'' | less | it does not have the file",
                "00000 | nothing | it does not have the file",
            })
    @DisplayName("P8 streams that are too long, too short or something else end the connection, and nothing is left")
    void streams(String head, String body, String reason) {
        grow(4);
        storeEverywhere("1", provider());
        serve(connection -> {
            connection.send(text(head));
            if (!head.isEmpty() && !body.equals("nothing")) {
                connection.send(new byte[body.equals("more") ? 2_000_000 : 500]);
            }
            connection.close();
        });
        assertThat(failure()).startsWith("no provider could deliver");
        assertThat(dropped).isNotEmpty().allMatch(reason::equals);
    }

    @Test
    @DisplayName("P8 who sends next to nothing is dropped after half a minute")
    void aSlowOne() {
        grow(4);
        storeEverywhere("1", provider());
        serve(connection -> {
            connection.send(text("0000000000001000"));
            drip(connection, 600);
        });
        assertThat(failure()).startsWith("no provider could deliver");
        assertThat(dropped).isNotEmpty().allMatch("it sends less than 4096 bytes per second"::equals);
    }

    @Test
    @DisplayName("P8 who has fetched what is another content by now does not become its provider")
    void anotherContentMeanwhile() {
        grow(4);
        storeEverywhere("1", provider());
        serve(connection -> {
            connection.send(text("0000000000000010"));
            connection.worker().schedule(Duration.ofSeconds(20), () -> connection.send(new byte[10]));
        });
        Download download = network.get("n1");
        network.simulation().run(Duration.ofSeconds(3));
        KadFile second = network.put("n2", network.bytes(2_000));
        assertThat(second.version()).isEqualTo(2);
        assertThat(content("n1", network.await(download.result()))).isEqualTo(new byte[10]);
        network.simulation().run(Duration.ofHours(3));
        assertThat(network.await(network.content("n3").find(ContentNetwork.SONG, ContentNetwork.ARTIST)))
                .contains(second);
    }

    private void restart(String name) {
        network.await(network.content(name).close());
        network.kademlia().crash(name);
        network.kademlia().start(name, network.kademlia().address("n0"));
        network.start(name);
        network.simulation().run(Duration.ofMinutes(2));
    }

    @Test
    @DisplayName(
            "P8 a provider serves after a restart what it served before, finds itself at another address, and shares nothing of it in our own networks")
    void restarts() {
        grow(6);
        byte[] bytes = network.bytes(5_000);
        network.put("n1", bytes);
        network.settings(ContentSettings.builder().port(5000).build());
        restart("n1");
        KadFile moved = network.await(network.content("n4").find(ContentNetwork.SONG, ContentNetwork.ARTIST))
                .orElseThrow();
        assertThat(moved.version()).isEqualTo(2);
        assertThat(moved.providers()).singleElement().asString().endsWith(":5000");
        assertThat(content("n3", network.await(network.get("n3").result()))).isEqualTo(bytes);
        network.kademlia().settings(s -> s);
        restart("n1");
        assertThat(network.await(network.content("n1").status()).provided()).isEmpty();
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("P8 there is nothing but kad-files: other records are stored nowhere, and nobody is blamed for it")
    void nothingElse() {
        grow(4);
        network.await(network.kademlia().node("n1").store(KEY, "text"));
        assertThat(network.await(network.kademlia().node("n2").find(KEY))).isEmpty();
        network.simulation().run(Duration.ofMinutes(5));
        for (String name : network.kademlia().names()) {
            assertThat(network.kademlia().status(name).contacts()).as(name).isEqualTo(3);
        }
    }

    private void drip(StreamTransport.Connection connection, int left) {
        if (left > 0) {
            connection.send(new byte[1]);
            connection.worker().schedule(Duration.ofSeconds(1), () -> drip(connection, left - 1));
        }
    }

    @Test
    @DisplayName("P8 what comes faster than the disk takes it waits with its provider")
    void aSlowDisk() {
        grow(2);
        byte[] bytes = network.bytes(30_000_000);
        List<StreamTransport.Connection> open = new ArrayList<>();
        serve(connection -> {
            open.add(connection);
            connection.send(text("00000000" + bytes.length));
            connection.send(bytes);
        });
        ContentContext context = new ContentContext(
                network.kademlia().node("n1"),
                network.kademlia().host("n1"),
                ContentSettings.builder().build());
        SlowOwner owner = new SlowOwner();
        PlainLink link = new PlainLink(context, new Provider(KEY, stranger().socketAddress(4000)), owner);
        link.connect("a-b");
        network.simulation().run(Duration.ofMinutes(1));
        assertThat(link.isPaused()).isTrue();
        assertThat(owner.came).isBetween(PlainLink.MAX_UNWRITTEN, PlainLink.MAX_UNWRITTEN + 100_000);
        assertThat(open.get(0).backlog()).isGreaterThan(20_000_000);
        context.worker().execute(() -> owner.goOn(link));
        network.simulation().run(Duration.ofMinutes(1));
        assertThat(owner.complete).isTrue();
        assertThat(owner.came).isEqualTo(bytes.length);
    }

    /** Writes nothing before it is told to. */
    private static final class SlowOwner implements PlainLink.Owner {
        private long came;
        private boolean writes;
        private boolean complete;

        void goOn(PlainLink link) {
            writes = true;
            link.written((int) came);
        }

        @Override
        public void announced(PlainLink link, long length) {}

        @Override
        public void came(PlainLink link, byte[] bytes) {
            came += bytes.length;
            if (writes) {
                link.written(bytes.length);
            }
        }

        @Override
        public void complete(PlainLink link) {
            complete = true;
        }

        @Override
        public void ended(PlainLink link, String why, boolean lied) {
            throw new AssertionError(why);
        }
    }

    @Test
    @DisplayName("P8 a disk that is full ends the download in words")
    void aFullDisk() {
        grow(4);
        network.put("n2", network.bytes(1_000_000));
        network.files("n1").add(new DiskFault.Full());
        assertThat(network.failure(network.get("n1"))).startsWith("it cannot be written: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "255.255.255.255", "224.0.0.1", "::1"})
    @DisplayName("P8 providers at addresses where nobody should be are never connected to")
    void forbiddenAddresses(String host) {
        grow(4);
        storeEverywhere("1", "[1,[\"" + host + "\",4000]]");
        assertThat(failure()).startsWith("no provider could deliver").contains("it is at a");
        assertThat(dropped).isEmpty();
    }

    @Test
    @DisplayName("P8 versions rise from whatever is there; one from the future is not taken")
    void versions() {
        grow(4);
        storeEverywhere("41", provider());
        assertThat(say("n1", store("41", provider())))
                .containsExactly("{\"type\":\"result\",\"id\":7,\"result\":null,\"error\":null}");
        assertThat(say("n1", store("40", provider())))
                .as("an older one is no error")
                .containsExactly("{\"type\":\"result\",\"id\":7,\"result\":null,\"error\":null}");
        assertThat(say("n1", store("9223372036854775807", provider())))
                .singleElement()
                .asString()
                .contains("\"error\":{\"type\":\"ValueError\"");
        assertThat(network.put("n2", network.bytes(10)).version()).isEqualTo(42);
    }

    @Test
    @DisplayName("P5, P8 whoever holds an older kad-file has the newest after the next republishing")
    void republishing() {
        grow(4);
        say("n1", store("1", provider()));
        say("n2", store("5", provider()));
        network.simulation().run(Duration.ofHours(2));
        for (String name : network.kademlia().names()) {
            assertThat(network.await(network.content(name).status()).known())
                    .as(name)
                    .singleElement()
                    .extracting(KadFile::version)
                    .isEqualTo(5L);
        }
    }

    @Test
    @DisplayName("P8 truncated, huge and deep datagrams are not answered, and the node goes on")
    void hostileDatagrams() {
        grow(2);
        String good = store("1", provider());
        String thousands = IntStream.range(0, 400)
                .mapToObj(i -> "[" + i + ",[\"10.9.8.7\",4000]]")
                .collect(Collectors.joining(","));
        assertThat(say(
                        "n1",
                        good.substring(0, good.length() / 2),
                        good.replace("\"version\":1", "\"version\":" + "9".repeat(10_000)),
                        good.replace("\"id\":5", "\"id\":" + "[".repeat(10_000)),
                        good.replace("\"id\":5", "\"id\":\"" + "x".repeat(20_000) + "\""),
                        "{\"type\":\"result\",\"id\":7,\"result\":" + "[".repeat(100),
                        "{}",
                        "{\"type\":\"request\"}"))
                .isEmpty();
        assertThat(say("n1", store("2", thousands))).hasSize(1);
        assertThat(say("n1", request("find_value", "," + integer(KEY))))
                .singleElement()
                .asString()
                .contains("\"version\":2", "[399,[\"10.9.8.7\",4000]]]", "[388,")
                .doesNotContain("[387,");
        assertThat(say("n1", request("ping", "")))
                .containsExactly("{\"type\":\"result\",\"id\":7,\"result\":"
                        + integer(network.kademlia().node("n1").id()) + ",\"error\":null}");
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("P8 datagrams with flipped bits, and answers that nobody asked for, harm no node")
    void mutatedDatagrams() {
        grow(3);
        List<String> good = List.of(
                request("ping", ""),
                request("find_node", "," + integer(KEY)),
                request("find_value", "," + integer(KEY)),
                store("3", provider()),
                "{\"type\":\"result\",\"id\":7,\"result\":[[5,\"10.0.0.1\",4000]],\"error\":null}",
                "{\"type\":\"result\",\"id\":7,\"result\":null,\"error\":{\"type\":\"ValueError\",\"args\":[7]}}");
        RandomGenerator random = network.simulation().random("mutations");
        for (int i = 0; i < 100; i++) {
            String[] bad = new String[20];
            for (int j = 0; j < bad.length; j++) {
                char[] mutated = good.get(random.nextInt(good.size())).toCharArray();
                for (int flips = random.nextInt(3); flips >= 0; flips--) {
                    mutated[random.nextInt(mutated.length)] ^= (char) (1 << random.nextInt(7));
                }
                bad[j] = new String(mutated);
            }
            say("n1", bad);
        }
        assertThat(say("n1", request("ping", ""))).hasSize(1);
        assertThat(network.put("n2", network.bytes(10)).version()).isPositive();
        assertThat(network.simulation().failures()).isEmpty();
    }

    private CompletableFuture<byte[]> ask(String name, String... said) {
        CompletableFuture<byte[]> closed = new CompletableFuture<>();
        network.await(stranger()
                .streams()
                .connect(network.kademlia().host(name).socketAddress(4000), Duration.ofSeconds(1), connection -> {
                    for (String words : said) {
                        connection.send(text(words));
                    }
                    return new StreamTransport.Handler() {
                        private byte[] received = {};

                        @Override
                        public void received(byte[] bytes) {
                            int before = received.length;
                            received = Arrays.copyOf(received, before + bytes.length);
                            System.arraycopy(bytes, 0, received, before, bytes.length);
                        }

                        @Override
                        public void closed(@Nullable Throwable cause) {
                            closed.complete(received);
                        }
                    };
                }));
        return closed;
    }

    @Test
    @DisplayName(
            "P8 a file is served with its length; what is no question, or of no file, ends the connection without an answer")
    void questions() {
        grow(3);
        byte[] bytes = network.bytes(1_000_000);
        network.put("n1", bytes);
        String song = ContentNetwork.SONG + "-" + ContentNetwork.ARTIST;
        String good = "{\"song_id\": \"" + song + "\"}";
        byte[] answer = network.await(ask("n1", "00000000000000" + good.length(), good, "and more"));
        assertThat(new String(Arrays.copyOf(answer, 16), US_ASCII)).isEqualTo("0000000001000000");
        assertThat(Arrays.copyOfRange(answer, 16, answer.length)).isEqualTo(bytes);
        for (String wrong : List.of(
                "0000000000000000",
                "0000000000004097" + "x".repeat(4_097),
                "9999999999999999" + "x".repeat(100),
                "000000000000000x" + "x".repeat(100),
                "0000000000000002{}",
                "0000000000000013{\"song_id\":7}",
                "0000000000000021{\"song_id\":\"../../ab\"}",
                "0000000000000010{\"song_id\"",
                "0000000000000020" + "[".repeat(20))) {
            assertThat(network.await(ask("n1", wrong))).as(wrong).isEmpty();
        }
        CompletableFuture<byte[]> half = ask("n1", "00000000");
        network.simulation().run(Duration.ofSeconds(70));
        assertThat(half).isDone();
        assertThat(half.join()).isEmpty();
        network.await(network.content("n1").refuse(Set.of(KEY)));
        assertThat(network.await(ask("n1", "00000000000000" + good.length(), good)))
                .isEmpty();
        assertThat(network.await(network.content("n1").status()).connections()).isZero();
    }

    @Test
    @DisplayName("P8 in a network of our own a connection that begins with a digit is none of ours")
    void notInOurNetwork() {
        network.grow(2);
        network.put("n1", network.bytes(10));
        String song = ContentNetwork.SONG + "-" + ContentNetwork.ARTIST;
        String good = "{\"song_id\": \"" + song + "\"}";
        assertThat(network.await(ask("n1", "00000000000000" + good.length(), good)))
                .isEmpty();
        assertThat(say("n1", request("ping", ""))).isEmpty();
        InetSocketAddress ours = network.kademlia().host("n1").socketAddress(4000);
        assertThat(ours.getPort()).isEqualTo(4000);
    }
}
