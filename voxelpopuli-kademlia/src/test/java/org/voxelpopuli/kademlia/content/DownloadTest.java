package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Downloads from several providers")
class DownloadTest {
    private static final int LENGTH = 5_000_000;
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final ContentNetwork network = new ContentNetwork(72);
    private final byte[] bytes = network.bytes(LENGTH);
    private final Map<String, Long> served = new HashMap<>();
    private final List<String> dropped = new ArrayList<>();

    /** A network in which these have the song. */
    private void provide(String... providers) {
        network.grow(25);
        for (String name : providers) {
            network.content(name).addListener(new ContentListener() {
                @Override
                public void served(SongName song, long count) {
                    served.merge(name, count, Long::sum);
                }
            });
            network.put(name, bytes);
        }
    }

    private Download get(String name) {
        network.content(name).addListener(new ContentListener() {
            @Override
            public void dropped(SongName song, Provider provider, String reason, boolean lied) {
                dropped.add(nameOf(provider) + (lied ? " lied: " : ": ") + reason);
            }
        });
        return network.get(name);
    }

    private String nameOf(Provider provider) {
        return network.kademlia().names().stream()
                .filter(each -> network.kademlia()
                        .host(each)
                        .address()
                        .equals(provider.address().getAddress()))
                .findFirst()
                .orElse("a stranger");
    }

    private void assertComplete(String name, Download download) throws IOException {
        Path path = network.await(download.result());
        assertThat(network.files(name).get(path)).isEqualTo(bytes);
        assertThat(network.simulation().failures()).isEmpty();
    }

    private void runUntilHalf(Download download) {
        network.simulation().runUntil(() -> download.progress().bytes() >= LENGTH / 2, LIMIT);
    }

    @Test
    @DisplayName("P3 several providers at once, each gives a part")
    void severalAtOnce() throws IOException {
        provide("n1", "n2", "n3");
        Download download = get("n9");
        runUntilHalf(download);
        assertThat(download.progress().providers()).isEqualTo(3);
        assertComplete("n9", download);
        assertThat(served.keySet()).containsExactlyInAnyOrder("n1", "n2", "n3");
        assertThat(served.values()).allSatisfy(count -> assertThat(count).isGreaterThan(LENGTH / 10));
        assertThat(served.values().stream().mapToLong(Long::longValue).sum())
                .as("little is fetched twice")
                .isBetween((long) LENGTH, LENGTH + 3L * Manifest.MIN_PIECE + 1_000);
    }

    @Test
    @DisplayName("a provider who sends wrong bytes is dropped and remembered; what it sent is not kept")
    void aLiar() throws IOException {
        provide("n1", "n2");
        byte[] wrong = bytes.clone();
        for (int i = 0; i < wrong.length; i += 1_000) {
            wrong[i]++;
        }
        network.files("n1").put(Path.of("/mine/n1.mp3"), wrong);
        assertComplete("n9", get("n9"));
        assertThat(dropped).singleElement().asString().matches("n1 lied: piece \\d+ has not the right hash");
        // It is remembered for all that it offers.
        byte[] others = network.bytes(1_000);
        network.files("n1").put(Path.of("/other"), others);
        network.await(network.content("n1").put(Path.of("/other"), "Other", "Artist"));
        Download other = network.content("n9").get("Other", "Artist", ContentNetwork.MUSIC);
        assertThat(network.failure(other)).contains("it has sent wrong bytes lately");
        network.simulation().run(Duration.ofHours(1));
        network.await(network.content("n9")
                .get("Other", "Artist", ContentNetwork.MUSIC)
                .result());
    }

    @Test
    @DisplayName("of pieces that are asked for at once none is kept if one is wrong; what came before stays")
    void aLiarInTheMiddle() throws IOException {
        byte[] many = network.bytes(9_000_000);
        network.grow(25);
        network.put("n1", many);
        network.put("n2", many);
        byte[] wrong = many.clone();
        int begin = 20;
        for (int piece = begin; piece * Manifest.MIN_PIECE < wrong.length; piece += 2) {
            wrong[piece * Manifest.MIN_PIECE]++;
        }
        network.files("n1").put(Path.of("/mine/n1.mp3"), wrong);
        Path path = network.await(get("n9").result());
        assertThat(network.files("n9").get(path)).isEqualTo(many);
        assertThat(dropped).singleElement().asString().matches("n1 lied: piece (2|3)\\d has not the right hash");
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("a download survives the death of a provider in the middle")
    void aProviderDies() throws IOException {
        provide("n1", "n2", "n3");
        Download download = get("n9");
        runUntilHalf(download);
        network.kademlia().crash("n1");
        network.kademlia().crash("n3");
        assertComplete("n9", download);
    }

    @Test
    @DisplayName("a download survives the death of its only provider, if that comes back soon")
    void theOnlyProviderComesBack() throws IOException {
        provide("n1");
        Download download = get("n9");
        runUntilHalf(download);
        network.kademlia().host("n1").resetConnections();
        assertComplete("n9", download);
        assertThat(dropped).singleElement().asString().startsWith("n1: Connection reset");
    }

    @Test
    @DisplayName("when all providers are gone for good, a download says so and keeps what it has")
    void allAreGone() {
        provide("n1");
        Download download = get("n9");
        runUntilHalf(download);
        network.kademlia().crash("n1");
        assertThat(network.failure(download))
                .startsWith("no provider could deliver Imagine - John Lennon (10.0.0.2:4000: ")
                .endsWith(download.progress().bytes() + " bytes are kept for the next try");
        assertThat(download.progress().state()).isEqualTo(DownloadProgress.State.ENDED);
        assertThat(network.files("n9").list(ContentNetwork.MUSIC))
                .containsExactly("Imagine - John Lennon.part", "Imagine - John Lennon.part-hashes");
    }

    @Test
    @DisplayName("a download that was cancelled goes on where it was")
    void cancelAndResume() throws IOException {
        provide("n1");
        Download first = get("n9");
        runUntilHalf(first);
        first.cancel();
        assertThat(network.failure(first)).isEqualTo("it was cancelled");
        long kept = first.progress().bytes();
        long before = served.get("n1");
        assertThat(kept).isBetween(LENGTH / 2L, (long) LENGTH - 1);
        Download second = get("n9");
        assertComplete("n9", second);
        assertThat(second.progress().resumed()).isEqualTo(kept);
        assertThat(served.get("n1") - before).isEqualTo(LENGTH - kept);
        network.simulation().run(Duration.ofSeconds(1));
        assertThat(network.simulation().census().connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @DisplayName("a download whose host loses its power goes on after the restart, and believes only what is right")
    void resumeAfterACrash(long seed) throws IOException {
        ContentNetwork other = new ContentNetwork(seed);
        other.grow(12);
        other.put("n1", bytes);
        Download first = other.get("n9");
        other.simulation().runUntil(() -> first.progress().bytes() >= LENGTH / 2, LIMIT);
        other.kademlia().crash("n9");
        other.kademlia().join("n9", "n0");
        other.start("n9");
        Download second = other.get("n9");
        Path path = other.await(second.result());
        assertThat(other.files("n9").get(path)).isEqualTo(bytes);
        assertThat(second.progress().resumed()).isBetween(0L, first.progress().bytes());
        assertThat(other.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("another content under the same name takes the place of what is half done")
    void anotherContent() throws IOException {
        provide("n1");
        Download first = get("n9");
        runUntilHalf(first);
        first.cancel();
        network.simulation().run(Duration.ofSeconds(1));
        byte[] newer = network.bytes(1_000_000);
        network.put("n2", newer);
        Path path = network.await(get("n9").result());
        assertThat(network.files("n9").get(path)).isEqualTo(newer);
    }

    @Test
    @DisplayName("who asks twice gets one download; a name that is taken gets a number")
    void twice() throws IOException {
        provide("n1");
        network.files("n9").put(ContentNetwork.MUSIC.resolve("Imagine - John Lennon"), new byte[3]);
        Download first = network.get("n9");
        assertThat(network.get("n9")).isSameAs(first);
        assertThat(network.content("n9").downloads()).containsExactly(first);
        Path path = network.await(first.result());
        assertThat(path).hasFileName("Imagine - John Lennon (2)");
        assertThat(network.files("n9").get(path)).isEqualTo(bytes);
        assertThat(network.files("n9").get(ContentNetwork.MUSIC.resolve("Imagine - John Lennon")))
                .hasSize(3);
    }

    @Test
    @DisplayName("who cancels and asks at once gets another download, which goes on")
    void cancelAndAskAtOnce() throws IOException {
        provide("n1");
        Download first = get("n9");
        runUntilHalf(first);
        first.cancel();
        Download second = network.get("n9");
        assertThat(second).isNotSameAs(first);
        assertComplete("n9", second);
        assertThat(second.progress().resumed()).isPositive();
        assertThat(network.failure(first)).isEqualTo("it was cancelled");
        assertThat(network.content("n9").downloads()).isEmpty();
    }

    @Test
    @DisplayName("a file of ours that has gone is fetched again")
    void goneMeanwhile() throws IOException {
        provide("n1");
        Path path = network.await(network.get("n9").result());
        assertThat(network.await(network.get("n9").result())).isEqualTo(path);
        network.files("n9").delete(path);
        assertComplete("n9", network.get("n9"));
    }

    @Test
    @DisplayName("songs whose files would have one name are not fetched at once")
    void sameFile() throws IOException {
        provide("n1");
        Download first = get("n9");
        runUntilHalf(first);
        Download second = network.content("n9").get("IMAGINE", "John Lennon", ContentNetwork.MUSIC);
        assertThat(network.failure(second)).endsWith("IMAGINE - John Lennon is just being fetched as another song");
        assertComplete("n9", first);
        Download later = network.content("n9").get("IMAGINE", "John Lennon", ContentNetwork.MUSIC);
        assertThat(network.failure(later)).isEqualTo("no node knows IMAGINE - John Lennon");
    }

    @Test
    @DisplayName("a song that is called like what is half done of another does not lose its file to that")
    void calledLikeAPart() throws IOException {
        provide("n1");
        byte[] others = network.bytes(1_000);
        network.files("n2").put(Path.of("/other"), others);
        network.await(network.content("n2").put(Path.of("/other"), "Imagine", "John Lennon.part"));
        Path other = network.await(network.content("n9")
                .get("Imagine", "John Lennon.part", ContentNetwork.MUSIC)
                .result());
        assertComplete("n9", network.get("n9"));
        assertThat(network.files("n9").get(other)).isEqualTo(others);
    }

    @Test
    @DisplayName("listeners are told how a download goes")
    void listeners() {
        provide("n1");
        List<String> told = new ArrayList<>();
        network.content("n9").addListener(new ContentListener() {
            @Override
            public void progressed(SongName name, DownloadProgress progress) {
                String line = progress.state() + " " + progress.length();
                if (told.isEmpty() || !told.get(told.size() - 1).equals(line)) {
                    told.add(line);
                }
                if (progress.bytes() == LENGTH / 2) {
                    throw new IllegalStateException("a listener that fails");
                }
            }

            @Override
            public void downloaded(SongName name, Path file) {
                told.add(name + " in " + file.getFileName());
            }

            @Override
            public void published(KadFile file) {
                told.add("version " + file.version());
            }
        });
        network.await(network.get("n9").result());
        network.simulation().run(Duration.ofSeconds(5));
        assertThat(told)
                .containsExactlyInAnyOrder(
                        "FETCHING " + LENGTH,
                        "DONE " + LENGTH,
                        "Imagine - John Lennon in Imagine - John Lennon",
                        "version 2");
    }
}
