package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Content nodes that are restarted, and what their operators see")
class ContentRestartTest {
    private static final int LENGTH = 5_000_000;

    private final ContentNetwork network = new ContentNetwork(73);
    private final byte[] bytes = network.bytes(LENGTH);

    private ContentStatus status(String name) {
        return network.await(network.content(name).status());
    }

    private void restart(String name) {
        network.kademlia().crash(name);
        network.kademlia().join(name, "n0");
        network.start(name);
    }

    @Test
    @DisplayName("a node provides after a restart what it provided before")
    void providesAgain() throws IOException {
        network.grow(12);
        network.put("n3", bytes);
        restart("n3");
        assertThat(status("n3").provided()).extracting(ProvidedFile::path).containsExactly(Path.of("/mine/n3.mp3"));
        Path path = network.await(network.get("n5").result());
        assertThat(network.files("n5").get(path)).isEqualTo(bytes);
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("P3 a provider that comes back at another address stores again, once it sees that it is missing there")
    void anotherAddress() {
        network.grow(12);
        KadFile put = network.put("n3", bytes);
        network.settings(ContentSettings.builder().port(5000).build());
        restart("n3");
        network.simulation().run(Duration.ofMinutes(2));
        KadFile now = network.await(network.content("n5").find(ContentNetwork.SONG, ContentNetwork.ARTIST))
                .orElseThrow();
        assertThat(now.version()).isEqualTo(put.version() + 1);
        assertThat(now.providers()).singleElement().asString().endsWith(":5000");
    }

    @Test
    @DisplayName("a download that has not ended is taken up by itself after a restart, verified")
    void goesOnByItself() throws IOException {
        network.grow(12);
        network.put("n3", bytes);
        Download before = network.get("n9");
        network.simulation().runUntil(() -> before.progress().bytes() > LENGTH / 2, Duration.ofMinutes(1));
        restart("n9");
        network.simulation().runUntil(() -> !network.content("n9").downloads().isEmpty(), Duration.ofSeconds(30));
        Download after = network.content("n9").downloads().get(0);
        Path path = network.await(after.result());
        assertThat(network.files("n9").get(path)).isEqualTo(bytes);
        restart("n9");
        network.simulation().run(Duration.ofSeconds(30));
        assertThat(network.content("n9").downloads()).as("it has ended").isEmpty();
        assertThat(status("n9").provided()).hasSize(1);
    }

    @Test
    @DisplayName("a node that is closed in order ends its downloads, leaves nothing open, and goes on the next time")
    void closedInOrder() throws IOException {
        network.grow(12);
        network.put("n3", bytes);
        Download before = network.get("n9");
        network.simulation().runUntil(() -> before.progress().bytes() > LENGTH / 2, Duration.ofMinutes(1));
        network.await(network.content("n9").close());
        assertThat(before.result()).isCompletedExceptionally();
        restart("n9");
        network.simulation().runUntil(() -> !network.content("n9").downloads().isEmpty(), Duration.ofSeconds(30));
        Download after = network.content("n9").downloads().get(0);
        Path path = network.await(after.result());
        assertThat(after.progress().resumed()).isPositive();
        assertThat(network.files("n9").get(path)).isEqualTo(bytes);
    }

    @Test
    @DisplayName("what was cancelled is not taken up")
    void cancelled() {
        network.grow(5);
        network.put("n3", bytes);
        Download before = network.get("n4");
        network.simulation().runUntil(() -> before.progress().bytes() > LENGTH / 2, Duration.ofMinutes(1));
        before.cancel();
        network.failure(before);
        restart("n4");
        network.simulation().run(Duration.ofMinutes(1));
        assertThat(network.content("n4").downloads()).isEmpty();
    }

    @Test
    @DisplayName("a song that is withdrawn is no longer served")
    void withdrawn() {
        network.grow(5);
        network.put("n3", bytes);
        assertThat(network.await(network.content("n3").withdraw(ContentNetwork.SONG, ContentNetwork.ARTIST)))
                .isTrue();
        assertThat(network.await(network.content("n3").withdraw(ContentNetwork.SONG, ContentNetwork.ARTIST)))
                .isFalse();
        assertThat(network.failure(network.get("n4"))).contains("it does not have the file");
        restart("n3");
        assertThat(status("n3").provided()).isEmpty();
    }

    @Test
    @DisplayName("an operator can refuse keys: the node then neither stores nor serves them, after a restart either")
    void refusedKeys() {
        network.grow(5);
        network.put("n3", bytes);
        network.await(network.get("n2").result());
        network.simulation().run(Duration.ofSeconds(5));
        assertThat(status("n2").known()).hasSize(1);
        network.await(network.content("n2").refuse(Set.of(ContentNetwork.KEY)));
        network.simulation().run(Duration.ofSeconds(1));
        assertThat(status("n2").known()).isEmpty();
        assertThat(status("n2").provided()).isEmpty();
        assertThat(network.failure(network.get("n2"))).contains("is on the list of what this node refuses");
        assertThatThrownBy(() -> network.await(
                        network.content("n2").put(Path.of("/x"), ContentNetwork.SONG, ContentNetwork.ARTIST)))
                .hasStackTraceContaining("is on the list of what this node refuses");
        // Others go on: it is not stored there again, nor fetched from there.
        network.put("n3", network.bytes(100));
        network.simulation().run(Duration.ofHours(3));
        assertThat(status("n2").known()).isEmpty();
        assertThat(status("n1").known()).hasSize(1);
        network.settings(
                ContentSettings.builder().refused(Set.of(ContentNetwork.KEY)).build());
        restart("n2");
        network.simulation().run(Duration.ofMinutes(5));
        assertThat(status("n2").known()).isEmpty();
        assertThat(status("n2").provided()).isEmpty();
        network.await(network.content("n2").refuse(Set.of()));
        assertThat(status("n2").provided()).hasSize(1);
    }

    @Test
    @DisplayName("the status names what is provided, and what is kept for others")
    void theStatus() {
        network.grow(5);
        assertThat(network.kademlia().start("new")).isNotNull();
        assertThat(status("new").address()).isEmpty();
        KadFile file = network.put("n3", bytes);
        assertThat(status("n3").address()).endsWith(":4000");
        assertThat(status("n1").known()).containsExactly(file);
        assertThat(status("n1").provided()).isEmpty();
        assertThat(status("n1").connections()).isZero();
    }
}
