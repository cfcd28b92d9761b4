package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.tangibles.ChangeJournal.Changes;

@DisplayName("M14 looking at changes only")
final class ChangesTest {
    private final MasterModel master = new MasterModel();
    private final Follower follower = new Follower(new ClientModel(), 10_000, 100_000);
    private final TransmissionSettings settings =
            TransmissionSettings.defaults().withRadii(40, 40);
    private final Tangible player = master.create(1, "player", AnimationQueue.at(0, 0, 0));
    private Table deep = new Table();
    private Numbering numbering = Numbering.ofMaster();

    /** 100 tangibles with 20 tables each, all of them transmitted. */
    @BeforeEach
    void transmitAll() {
        for (int i = 0; i < 100; i++) {
            Table last = master.create(1_000L + i, "sheep", AnimationQueue.at(i % 10, 0, i % 7))
                    .database();
            for (int j = 0; j < 20; j++) {
                deep = new Table().put("n", j);
                last.put("next", deep);
                last = deep;
            }
        }
        follower.follow(new Instruction.Begin(1, 40, true));
        Transmission all = new Transmission(master, follower, player, settings, numbering, null);
        Pass.ALL.forEach(all::run);
        numbering = all.numbering();
        master.journal().position();
    }

    private Transmission ofChanges(long since) {
        return new Transmission(
                master,
                follower,
                player,
                settings,
                numbering,
                master.journal().since(since).orElseThrow());
    }

    @Test
    @DisplayName("M14 one change among 2 000 tables: one table is compared, and nothing else is looked at")
    void oneChange() {
        long position = master.journal().position();
        deep.put("n", 99);
        Transmission transmission = ofChanges(position);
        assertThat(transmission.numbersToCompare()).containsExactly(numbering.numberOf(deep));
        assertThat(transmission.tablesToSearch()).containsExactly(deep);
        assertThat(transmission.databasesToCompare()).isEmpty();
        assertThat(transmission.classesToCompare()).isEmpty();
        assertThat(transmission.visibleToCompare()).isEmpty();
        Pass.OF_CHANGES.forEach(transmission::run);
        assertThat(transmission.sent())
                .containsExactly(new Instruction.StoreInTable(
                        numbering.numberOf(deep), Value.of("n"), new Sent.Plain(Value.of(99))));
    }

    @Test
    @DisplayName("M14 what is put as it was is no change")
    void noChange() {
        long position = master.journal().position();
        deep.put("n", 19).remove("nothing");
        assertThat(ofChanges(position).numbersToCompare()).isEmpty();
    }

    @Test
    @DisplayName("M14 players who read from the same place share the answer")
    void shared() {
        long position = master.journal().position();
        deep.put("n", 99);
        Optional<Changes> first = master.journal().since(position);
        assertThat(master.journal().since(position).orElseThrow()).isSameAs(first.orElseThrow());
        deep.put("n", 100);
        assertThat(master.journal().since(position).orElseThrow().tables()).containsExactly(deep);
    }

    @Test
    @DisplayName("M14 whoever is too far behind compares all; the journal does not grow")
    void farBehind() {
        Link late = new Link(master, 1, settings);
        late.exchange();
        for (int i = 0; i < 2 * ChangeJournal.CAPACITY; i++) {
            master.journal().position();
            deep.put("n", i);
        }
        assertThat(master.journal().since(0)).isEmpty();
        late.exchange();
        assertThat(late.client(1_099)).isNotNull();
    }

    @Test
    @DisplayName("M14 comparing all and looking at changes leave the same client")
    void bothLeaveTheSameClient() {
        SeededRandom.forEachSeed(200, (seed, random) -> {
            MasterModel shared = new MasterModel();
            shared.create(Link.PLAYER, "player", AnimationQueue.at(0, 0, 0));
            RandomGame game = new RandomGame(shared, random);
            TransmissionSettings close = TransmissionSettings.defaults().withRadii(200, 200);
            Link reference = new Link(shared, Link.PLAYER, close.withVerifyEvery(0));
            Link ofChanges = new Link(shared, Link.PLAYER, close.withVerifyEvery(Integer.MAX_VALUE));
            for (int step = 0; step < 100; step++) {
                game.change();
                game.walk(reference.player());
                reference.exchange();
                ofChanges.exchange();
                Convergence.alike(reference.client, ofChanges.client);
            }
        });
    }
}
