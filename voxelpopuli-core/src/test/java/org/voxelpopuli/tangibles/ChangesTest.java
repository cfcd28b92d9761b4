package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.tangibles.Changes.EntryChange;
import org.voxelpopuli.tangibles.Changes.TableChange;

@DisplayName("M14 looking at changes only")
final class ChangesTest {
    private final MasterModel master = new MasterModel();
    private final Follower follower = Follower.ofShadow(master.thread());
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
        follower.follow(new Instruction.Begin(1, 40, true, 64));
        Transmission all = new Transmission(master, follower, player, settings, numbering, null);
        Pass.ALL.forEach(all::run);
        numbering = all.numbering();
        follower.endTransmission();
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
    @DisplayName("M14 a table that nobody reads does not remember for ever what changed in it")
    void nobodyReads() {
        for (int i = 0; i < 3 * ChangeJournal.CAPACITY; i++) {
            deep.put("line " + i, i).remove("line " + i);
        }
        assertThat((Set<?>) deep.changedKeys).hasSizeLessThanOrEqualTo(ChangeJournal.CAPACITY);
        long position = master.journal().position();
        deep.put("line", 1);
        assertThat(master.journal().since(position).orElseThrow().tables())
                .containsExactly(new TableChange(deep, false, List.of(EntryChange.of(deep, Value.of("line")))));
    }

    @Test
    @DisplayName("M14 one change among 2 000 tables: one table is compared, and nothing else is looked at")
    void oneChange() {
        long position = master.journal().position();
        deep.put("n", 99);
        Transmission transmission = ofChanges(position);
        assertThat(compared(transmission)).containsExactly(deep);
        transmission.forEachTableToNumber(table -> fail("a search in " + table));
        transmission.forEachDatabaseToCompare((id, change) -> fail("the database of " + id));
        assertThat(transmission.classesToCompare()).isEmpty();
        transmission.forEachVisibleToCompare((ofMaster, ofShadow) -> fail("a look at " + ofMaster));
        Pass.ALL.forEach(transmission::run);
        assertThat(transmission.sent())
                .containsExactly(new Instruction.StoreInTable(
                        numbering.numberOf(deep), Value.of("n"), new Sent.Plain(Value.of(99))));
    }

    @Test
    @DisplayName("M14 of a table with 10 000 entries one is compared, if one changed")
    void oneEntry() {
        for (int i = 0; i < 10_000; i++) {
            deep.put(Value.of(i), Value.of(i));
        }
        ofChanges(0);
        long position = master.journal().position();
        deep.put(Value.of(5_000), Value.of(-1)).put(Value.of(5_000), Value.of(-2));
        assertThat(master.journal().since(position).orElseThrow().tables())
                .containsExactly(new TableChange(deep, false, List.of(EntryChange.of(deep, Value.of(5_000)))));
    }

    @Test
    @DisplayName("M14 when tangibles enter and leave, their tables alone are looked at and lose their numbers")
    void enteringAndLeaving() {
        Tangible sheep = master.tangible(1_003).orElseThrow();
        Table first = sheep.database().table("next");
        int number = numbering.numberOf(first);
        long position = master.journal().position();
        sheep.setAnimation(AnimationQueue.at(41, 0, 0));
        Transmission leaving = ofChanges(position);
        Pass.ALL.forEach(leaving::run);
        leaving.run(new ForgetUnreachableTables());
        follower.endTransmission();
        assertThat(compared(leaving)).isEmpty();
        assertThat(numbering.numberOf(first)).isZero();
        assertThat(numbering.size()).isEqualTo(1_980);
        assertThat(follower.numbersHeld()).isEqualTo(1_980);

        position = master.journal().position();
        sheep.setAnimation(AnimationQueue.at(39, 0, 0));
        deep.put("n", 99);
        Transmission entering = ofChanges(position);
        Pass.ALL.forEach(entering::run);
        entering.run(new ForgetUnreachableTables());
        assertThat(compared(entering)).hasSize(21).contains(first, deep);
        assertThat(numbering.numberOf(first)).isEqualTo(number);
        assertThat(entering.sent())
                .extracting(instruction -> instruction.getClass().getSimpleName())
                .containsExactly("CorrectAnimation", "CheckCloseList", "CheckNumbering", "StoreInTable");
    }

    @Test
    @DisplayName("M14 what is put as it was is no change")
    void noChange() {
        long position = master.journal().position();
        deep.put("n", 19).remove("nothing");
        assertThat(compared(ofChanges(position))).isEmpty();
    }

    private static List<Table> compared(Transmission transmission) {
        List<Table> tables = new ArrayList<>();
        transmission.forEachTableToCompare((number, change) -> tables.add(change.table()));
        return tables;
    }

    @Test
    @DisplayName("M14 players who read from the same place share the answer")
    void shared() {
        long position = master.journal().position();
        deep.put("n", 99);
        Optional<Changes> first = master.journal().since(position);
        assertThat(master.journal().since(position).orElseThrow()).isSameAs(first.orElseThrow());
        deep.put("n", 100);
        assertThat(master.journal().since(position).orElseThrow().tables())
                .containsExactly(new TableChange(deep, false, List.of(EntryChange.of(deep, Value.of("n")))));
    }

    @Test
    @DisplayName(
            "M14 what a tangible does differently is found out once for all players who saw the same, and their shadows share it")
    void sharedAnimations() {
        Tangible sheep = master.tangible(1_003).orElseThrow();
        Link one = new Link(master, 1, settings);
        master.create(2, "player", AnimationQueue.at(1, 0, 0));
        Link other = new Link(master, 2, settings);
        one.exchange();
        other.exchange();
        AnimationQueue before = sheep.animation();
        sheep.animate(new AnimationStep("walk", 3, 0, 3, 5));
        Instruction.CorrectAnimation correction = sheep.correctionFrom(before).orElseThrow();
        one.exchange();
        other.exchange();
        assertThat(sheep.correctionFrom(before).orElseThrow()).isSameAs(correction);
        assertThat(shadow(one, sheep).animation()).isSameAs(sheep.animation());
        assertThat(shadow(other, sheep).animation()).isSameAs(sheep.animation());
        sheep.animate(new AnimationStep("walk", 4, 0, 3, 5));
        assertThat(sheep.correctionFrom(before).orElseThrow().added()).hasSize(2);
        assertThat(sheep.correctionFrom(sheep.animation())).isEmpty();
    }

    private static Tangible shadow(Link link, Tangible tangible) {
        return link.transmitter.shadow().tangible(tangible.id()).orElseThrow();
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
