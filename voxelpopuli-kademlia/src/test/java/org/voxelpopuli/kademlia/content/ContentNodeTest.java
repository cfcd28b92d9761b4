package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;
import org.voxelpopuli.simulation.SimulatedHost;

@DisplayName("Files in a network")
class ContentNodeTest {
    private final ContentNetwork network = new ContentNetwork(71);

    private KadFile found(String name) {
        return network.await(network.content(name).find(ContentNetwork.SONG, ContentNetwork.ARTIST))
                .orElseThrow();
    }

    private int holders() {
        return network.kademlia().nodes().stream()
                .mapToInt(node -> network.await(node.status()).records().get("file"))
                .sum();
    }

    @Test
    @DisplayName("P2 a put is version 1, at the k closest; the next one is the highest version and 1")
    void putCountsVersions() {
        network.grow(30);
        KadFile first = network.put("n3", network.bytes(1_000));
        assertThat(first.version()).isOne();
        assertThat(first.providers()).hasSize(1);
        assertThat(first.providers().get(0).peer())
                .isEqualTo(network.kademlia().node("n3").id());
        assertThat(holders()).isEqualTo(20);
        assertThat(found("n9")).isEqualTo(first);
        KadFile other = network.put("n7", network.bytes(2_000));
        assertThat(other.version()).isEqualTo(2);
        assertThat(other.providers())
                .extracting(Provider::peer)
                .containsExactly(network.kademlia().node("n7").id());
        assertThat(found("n12")).isEqualTo(other);
        KadFile same = network.put("n8", network.bytes(2_000));
        assertThat(same.version()).isEqualTo(3);
        assertThat(same.providers())
                .extracting(Provider::peer)
                .as("who has the same bytes is one more provider")
                .containsExactly(
                        network.kademlia().node("n8").id(),
                        network.kademlia().node("n7").id());
        assertThat(network.simulation().failures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 262_143, 262_144, 262_145, 3_000_000})
    @DisplayName("P3 get fetches from a provider, becomes one, and stores the next version with an id of its own")
    void getFetchesAndProvides(int length) throws IOException {
        network.grow(30);
        byte[] bytes = network.bytes(length);
        KadFile put = network.put("n3", bytes);
        Download download = network.get("n21");
        Path path = network.await(download.result());
        assertThat(path).isEqualTo(ContentNetwork.MUSIC.resolve("Imagine - John Lennon"));
        assertThat(network.files("n21").get(path)).isEqualTo(bytes);
        assertThat(network.files("n21").list(ContentNetwork.MUSIC)).containsExactly("Imagine - John Lennon");
        assertThat(download.progress())
                .isEqualTo(new DownloadProgress(DownloadProgress.State.DONE, length, length, 0, 0));
        network.simulation().run(Duration.ofSeconds(5));
        KadFile next = found("n14");
        assertThat(next.version()).isEqualTo(2);
        assertThat(next.id()).isNotEqualTo(put.id());
        assertThat(next.content()).isEqualTo(put.content());
        assertThat(next.providers())
                .extracting(Provider::peer)
                .containsExactly(
                        network.kademlia().node("n21").id(),
                        network.kademlia().node("n3").id());
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("P3 a song that nobody has put: says so")
    void nobodyHasIt() {
        network.grow(5);
        assertThat(network.failure(network.get("n2"))).isEqualTo("no node knows Imagine - John Lennon");
        assertThat(network.content("n2").downloads()).isEmpty();
    }

    @Test
    @DisplayName("P3 a node alone puts and gets at once")
    void alone() {
        network.grow(1);
        assertThat(network.put("n0", network.bytes(10)).version()).isOne();
        assertThat(network.await(network.get("n0").result())).isEqualTo(Path.of("/mine/n0.mp3"));
    }

    @Test
    @DisplayName("P3 the next provider when one is dead")
    void theNextProvider() throws IOException {
        network.grow(25);
        byte[] bytes = network.bytes(700_000);
        network.put("n3", bytes);
        network.await(network.get("n4").result());
        network.simulation().run(Duration.ofSeconds(5));
        network.kademlia().crash("n3");
        Path path = network.await(network.get("n5").result());
        assertThat(network.files("n5").get(path)).isEqualTo(bytes);
    }

    @Test
    @DisplayName("P4 who opens a connection for a file is greeted: both have the other in their tables")
    void greeting() {
        network.grow(3);
        KadFile file = network.put("n1", network.bytes(10));
        network.kademlia().start("stranger");
        assertThat(network.kademlia().status("stranger").contacts()).isZero();
        SimulatedHost host = network.kademlia().host("stranger");
        network.await(host.streams()
                .connect(network.kademlia().host("n1").socketAddress(4000), Duration.ofSeconds(1), connection -> {
                    connection.send(ContentWire.write(new ContentWire.Open(
                            4000, file.content().orElseThrow().root())));
                    return FileSession.REFUSED;
                }));
        network.simulation().run(Duration.ofSeconds(1));
        assertThat(network.kademlia().status("stranger").contacts()).isPositive();
        assertThat(network.kademlia().status("n1").contacts()).isEqualTo(3);
    }

    @Test
    @DisplayName("P3 of two who put the same at the same moment, both are providers soon after")
    void atTheSameMoment() {
        network.grow(10);
        network.files("n1").put(Path.of("/song"), network.bytes(100));
        network.files("n2").put(Path.of("/song"), network.bytes(100));
        CompletableFuture<KadFile> one =
                network.content("n1").put(Path.of("/song"), ContentNetwork.SONG, ContentNetwork.ARTIST);
        CompletableFuture<KadFile> two =
                network.content("n2").put(Path.of("/song"), ContentNetwork.SONG, ContentNetwork.ARTIST);
        network.await(one);
        network.await(two);
        network.simulation().run(Duration.ofMinutes(3));
        assertThat(found("n9").providers())
                .extracting(Provider::peer)
                .containsExactlyInAnyOrder(
                        network.kademlia().node("n1").id(),
                        network.kademlia().node("n2").id());
        long version = found("n9").version();
        network.simulation().run(Duration.ofMinutes(65));
        assertThat(found("n9").version()).as("then it stays").isEqualTo(version);
    }

    @Test
    @DisplayName("P5 a kad-file is republished hourly, by nobody who has received it within the hour")
    void republishedHourly() {
        network.kademlia().settings(settings -> settings.k(5));
        network.grow(15);
        Map<String, Duration> received = new LinkedHashMap<>();
        List<Duration> republished = new ArrayList<>();
        List<Duration> sinceReceived = new ArrayList<>();
        List<NodeId> holders = network.kademlia().trulyClosest(ContentNetwork.KEY, 5);
        List<String> others = network.kademlia().names().stream()
                .filter(name -> !holders.contains(network.kademlia().node(name).id()))
                .toList();
        network.put(others.get(0), network.bytes(100));
        for (String name : network.kademlia().names()) {
            // The others are those that put.
            boolean holds = !others.contains(name);
            if (holds) {
                received.put(name, network.simulation().elapsed());
            }
            network.kademlia().node(name).addListener(new KademliaListener() {
                @Override
                public void served(String rpc) {
                    if (rpc.equals("STORE_FILE")) {
                        received.put(name, network.simulation().elapsed());
                    }
                }

                @Override
                public void called(String rpc, RpcOutcome outcome, long nanos) {
                    Duration now = network.simulation().elapsed();
                    Duration since = now.minus(received.getOrDefault(name, Duration.ZERO));
                    // Those that begin in the same moment cannot know of each other.
                    if (rpc.equals("STORE_FILE") && holds && since.compareTo(Duration.ofSeconds(5)) > 0) {
                        republished.add(now);
                        sinceReceived.add(since);
                    }
                }
            });
        }
        Duration begin = network.simulation().elapsed();
        network.simulation().run(Duration.ofMinutes(59));
        assertThat(republished).isEmpty();
        network.put(others.get(1), network.bytes(200));
        Duration second = network.simulation().elapsed();
        network.simulation().run(Duration.ofMinutes(59));
        assertThat(republished)
                .as("all have received the new one within the hour")
                .isEmpty();
        network.simulation().run(Duration.ofHours(4));
        for (int hour = 1; hour <= 4; hour++) {
            Duration from = second.plus(Duration.ofMinutes(66L * (hour - 1)));
            assertThat(republished)
                    .as("from %s until %s, of %s on", from, from.plusMinutes(66), begin)
                    .anyMatch(at -> at.compareTo(from) > 0 && at.compareTo(from.plusMinutes(66)) <= 0);
        }
        assertThat(sinceReceived).allMatch(since -> since.compareTo(Duration.ofHours(1)) >= 0);
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("P5 a song is found days later, though its holders have all been replaced")
    void daysLater() {
        network.kademlia().settings(settings -> settings.k(5));
        network.grow(10);
        KadFile put = network.put("n3", network.bytes(100));
        for (int i = 10; i < 20; i++) {
            network.kademlia().join("n" + i, "n3");
        }
        network.simulation().run(Duration.ofHours(2));
        for (int i = 0; i < 10; i++) {
            if (i != 3) {
                network.kademlia().crash("n" + i);
            }
        }
        network.simulation().run(Duration.ofHours(26));
        assertThat(found("n14")).isEqualTo(put);
    }

    @Test
    @DisplayName("P5 what the network has lost altogether, its provider brings back")
    void lostAltogether() {
        network.kademlia().settings(settings -> settings.k(3));
        network.grow(12);
        List<NodeId> holders = network.kademlia().trulyClosest(ContentNetwork.KEY, 3);
        List<String> others = network.kademlia().names().stream()
                .filter(name -> !holders.contains(network.kademlia().node(name).id()))
                .toList();
        network.put(others.get(0), network.bytes(100));
        assertThat(holders()).isEqualTo(3);
        network.kademlia().names().stream()
                .filter(name -> !others.contains(name))
                .toList()
                .forEach(network.kademlia()::crash);
        network.simulation().run(Duration.ofMinutes(90));
        assertThat(found(others.get(5)).providers())
                .extracting(Provider::peer)
                .containsExactly(network.kademlia().node(others.get(0)).id());
    }

    @Test
    @DisplayName("what cannot be put is told with its reason")
    void whatCannotBePut() {
        network.settings(ContentSettings.builder().maxFileBytes(100).build());
        network.grow(3);
        assertThatThrownBy(() -> network.await(network.content("n1").put(Path.of("/nowhere"), "a", "b")))
                .rootCause()
                .hasMessageContaining("/nowhere");
        network.files("n1").put(Path.of("/long"), new byte[101]);
        assertThatThrownBy(() -> network.await(network.content("n1").put(Path.of("/long"), "a", "b")))
                .hasStackTraceContaining("it has 101 bytes, allowed are 100");
        for (List<String> bad : List.of(List.of("", "b"), List.of("a", "\n"), List.of("x".repeat(256), "b"))) {
            assertThatThrownBy(() -> network.content("n1").put(Path.of("/long"), bad.get(0), bad.get(1)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
