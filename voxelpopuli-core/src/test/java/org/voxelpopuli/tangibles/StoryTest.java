package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The document's T1 and T2, which point to A, which points to B, which points back to A; and a player who sees one, then the other, then both. */
@DisplayName("M11 the story of T1, T2, A and B")
final class StoryTest {
    private static final long T1 = 11;
    private static final long T2 = 12;

    private final MasterModel master = new MasterModel();
    private final Table a = new Table();
    private final Table b = new Table();

    @BeforeEach
    void build() {
        a.put("b", b).put("version", 1);
        b.put("a", a);
        master.create(T1, "thing", AnimationQueue.at(0, 0, 0)).database().put("a", a);
        master.create(T2, "thing", AnimationQueue.at(100, 0, 0)).database().put("a", a);
        master.create(Link.PLAYER, "player", AnimationQueue.at(0, 0, 0));
    }

    @ParameterizedTest(name = "all is compared again after {0} transmissions")
    @ValueSource(ints = {0, 1_000})
    @DisplayName(
            "M11 tables are shared on the client once both tangibles are close, also after it saw them one at a time")
    void goesAsTheDocumentTells(int verifyEvery) {
        Link link = new Link(
                master,
                Link.PLAYER,
                TransmissionSettings.defaults().withRadii(60, 60).withVerifyEvery(verifyEvery));

        // First station: next to T1, T2 is far away.
        link.exchange();
        assertThat(link.client.tangible(T2)).isEmpty();
        Table obsoleteA = link.client(T1).database().table("a");
        Table obsoleteB = obsoleteA.table("b");
        assertThat(obsoleteB.table("a")).isSameAs(obsoleteA);
        assertThat(obsoleteB).isNotSameAs(obsoleteA);

        // Second station: a warp to T2. T1 is out of sight, and its part of the graph out of date.
        a.put("version", 2);
        link.warp(100, 0, 0);
        link.exchange();
        Table updatedA = link.client(T2).database().table("a");
        Table updatedB = updatedA.table("b");
        assertThat(updatedB.table("a")).isSameAs(updatedA);
        assertThat(updatedA.get("version")).isEqualTo(Value.of(2));
        assertThat(updatedA).isNotSameAs(obsoleteA);
        assertThat(updatedB).isNotSameAs(obsoleteB);
        assertThat(link.client(T1).database().table("a")).isSameAs(obsoleteA);
        assertThat(obsoleteA.table("b")).isSameAs(obsoleteB);
        assertThat(obsoleteB.table("a")).isSameAs(obsoleteA);
        assertThat(obsoleteA.get("version")).isEqualTo(Value.of(1));

        // Third station: halfway, both are in sight, and share the updated tables.
        link.warp(50, 0, 0);
        link.exchange();
        assertThat(link.client(T1).database().table("a")).isSameAs(updatedA);
        assertThat(link.client(T2).database().table("a")).isSameAs(updatedA);
        assertThat(updatedA.table("b")).isSameAs(updatedB);
        assertThat(updatedB.table("a")).isSameAs(updatedA);
    }
}
