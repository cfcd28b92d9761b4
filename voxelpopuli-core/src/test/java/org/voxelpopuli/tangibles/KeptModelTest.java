package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.edits.HybridClock;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("D2 kept models")
final class KeptModelTest {
    private static final long NOW = 1_764_000_000_000L;
    private static final int SEEDS = 200;

    private static HybridClock clock(int writer) {
        byte[] bytes = new byte[WriterId.LENGTH];
        bytes[0] = (byte) writer;
        return new HybridClock(WriterId.of(bytes));
    }

    /** A copy of a model on a node of its own, with a game that goes on there. */
    private static final class Copy {
        final KeptModel kept;
        final MasterModel master = new MasterModel();
        final RandomGame game;
        final RandomGenerator random;
        long now = NOW;

        Copy(int writer, byte[] from, RandomGenerator random) {
            this.kept = from.length == 0 ? new KeptModel(clock(writer)) : KeptModel.read(from, clock(writer));
            this.random = random;
            kept.applyTo(master);
            if (master.tangible(1).isEmpty()) {
                master.create(1, "player", AnimationQueue.at(0, 0, 0));
            }
            game = new RandomGame(master, random);
        }

        void play() {
            for (int i = 0; i < 40; i++) {
                game.change();
                if (random.nextInt(5) == 0) {
                    master.tangible(1)
                            .ifPresent(player -> player.setField("f" + random.nextInt(3), Value.of(random.nextInt(4))));
                }
                if (random.nextInt(4) == 0) {
                    record();
                }
            }
            record();
        }

        void record() {
            now += random.nextInt(20);
            kept.record(master, now);
        }
    }

    private static byte[] merged(List<byte[]> copies) {
        KeptModel merged = new KeptModel(clock(99));
        for (byte[] copy : copies) {
            merged.merge(copy, NOW + 10_000);
        }
        return merged.bytes();
    }

    @Test
    @DisplayName("D2 a model is written to bytes and read back exactly, the order of entries included")
    void bytesAndBack() {
        SeededRandom.forEachSeed(SEEDS, (seed, random) -> {
            Copy copy = new Copy(1, new byte[0], random);
            copy.play();
            byte[] bytes = copy.kept.bytes();
            KeptModel read = KeptModel.read(bytes, clock(2));
            assertThat(read.bytes()).isEqualTo(bytes);
            MasterModel restored = new MasterModel();
            read.applyTo(restored);
            Convergence.equal(copy.master, restored);
            read.record(restored, NOW + 10_000);
            assertThat(read.bytes()).as("a restored model differs in nothing").isEqualTo(bytes);
        });
    }

    @Test
    @DisplayName("M14 recording only what changed keeps all")
    void recordingChanges() {
        SeededRandom.forEachSeed(SEEDS, (seed, random) -> {
            Copy copy = new Copy(1, new byte[0], random);
            copy.play();
            byte[] bytes = copy.kept.bytes();
            KeptModel second = KeptModel.read(bytes, clock(1));
            second.record(copy.master, NOW + 10_000);
            assertThat(second.bytes()).isEqualTo(bytes);
        });
    }

    @Test
    @DisplayName("D2 copies that went apart merge to the same graph, in any order, grouping and number of times")
    void merge() {
        SeededRandom.forEachSeed(SEEDS, (seed, random) -> {
            Copy origin = new Copy(1, new byte[0], random);
            origin.play();
            byte[] common = origin.kept.bytes();
            List<Copy> copies = new ArrayList<>();
            List<byte[]> apart = new ArrayList<>();
            for (int writer = 2; writer <= 4; writer++) {
                Copy copy = new Copy(writer, common, random);
                copy.play();
                copies.add(copy);
                apart.add(copy.kept.bytes());
            }
            byte[] a = apart.get(0);
            byte[] b = apart.get(1);
            byte[] c = apart.get(2);
            byte[] all = merged(List.of(a, b, c));
            assertThat(merged(List.of(c, a, b))).isEqualTo(all);
            assertThat(merged(List.of(merged(List.of(a, b)), c))).isEqualTo(all);
            assertThat(merged(List.of(a, merged(List.of(c, b))))).isEqualTo(all);
            assertThat(merged(List.of(a, b, b, c, a, c, a))).isEqualTo(all);

            for (Copy copy : copies) {
                for (byte[] other : apart) {
                    assertThat(copy.kept.merge(other, NOW + 10_000)).isZero();
                }
                assertThat(copy.kept.bytes()).isEqualTo(all);
                copy.kept.applyTo(copy.master);
                Convergence.equal(copies.get(0).master, copy.master);
                copy.kept.record(copy.master, NOW + 20_000);
                assertThat(copy.kept.bytes()).as("applying is no change").isEqualTo(all);
            }
        });
    }

    @Test
    @DisplayName("D2 a merge reaches the players, whose tables stay the same objects")
    void mergeReachesPlayers() {
        Link link = new Link(TransmissionSettings.defaults());
        Table table = new Table().put("hp", 10);
        link.player().database().put("state", table);
        KeptModel kept = new KeptModel(clock(1));
        kept.record(link.master, NOW);
        link.exchange();
        Table received = link.client(Link.PLAYER).database().table("state");

        KeptModel other = KeptModel.read(kept.bytes(), clock(2));
        MasterModel elsewhere = new MasterModel();
        other.applyTo(elsewhere);
        elsewhere.tangible(Link.PLAYER).orElseThrow().database().table("state").put("hp", 9);
        other.record(elsewhere, NOW + 1);

        kept.merge(other, NOW + 1);
        kept.applyTo(link.master);
        assertThat(table.get("hp")).isEqualTo(Value.of(9));
        assertThat(link.exchange()).isLessThan(20);
        assertThat(link.client(Link.PLAYER).database().table("state")).isSameAs(received);
        assertThat(received.get("hp")).isEqualTo(Value.of(9));
    }

    @Test
    @DisplayName("D2 a tangible that was created again does not remember what another copy wrote into the one before")
    void createdAgain() {
        RandomGenerator random = SeededRandom.of(1, "again");
        Copy one = new Copy(1, new byte[0], random);
        one.master.create(7, "chest", AnimationQueue.at(0, 0, 0)).database().put("old", 1);
        one.kept.record(one.master, NOW);
        Copy other = new Copy(2, one.kept.bytes(), random);
        Tangible before = other.master.tangible(7).orElseThrow();
        before.database().put("ghost", 1);
        before.setField("ghost", Value.of(1));
        other.kept.record(other.master, NOW + 1);
        one.master.remove(7);
        one.kept.record(one.master, NOW + 2);
        one.master.create(7, "barrel", AnimationQueue.at(1, 0, 0)).database().put("new", 1);
        one.kept.record(one.master, NOW + 3);

        one.kept.merge(other.kept, NOW + 4);
        other.kept.merge(one.kept, NOW + 4);
        for (Copy copy : List.of(one, other)) {
            copy.kept.applyTo(copy.master);
            Tangible again = copy.master.tangible(7).orElseThrow();
            assertThat(again.className()).isEqualTo("barrel");
            assertThat(again.database().entries()).containsOnlyKeys(Value.of("new"));
            assertThat(again.fields()).isEmpty();
        }
        assertThat(one.kept.collect(Long.MAX_VALUE)).isPositive();
        MasterModel restored = new MasterModel();
        one.kept.applyTo(restored);
        Convergence.equal(one.master, restored);
    }

    @Test
    @DisplayName("D2 tables that nobody reaches are collected, and nothing else")
    void collection() {
        Copy copy = new Copy(1, new byte[0], SeededRandom.of(1, "collection"));
        Table database = copy.master.tangible(1).orElseThrow().database();
        Table shared = new Table().put("n", 1);
        shared.put("self", shared);
        for (int i = 0; i < 1_000; i++) {
            copy.master
                    .create(1_000 + i, "arrow", AnimationQueue.at(0, 0, 0))
                    .database()
                    .put("shared", shared);
            database.put("item", new Table().put("i", i).put("shared", shared));
            copy.record();
            copy.master.remove(1_000 + i);
        }
        copy.record();
        assertThat(copy.kept.tables()).isEqualTo(1_001);
        assertThat(copy.kept.collect(NOW)).isZero();
        assertThat(copy.kept.collect(Long.MAX_VALUE)).isPositive();
        assertThat(copy.kept.tables()).isEqualTo(2);
        assertThat(copy.kept.size()).isLessThan(12);
        MasterModel restored = new MasterModel();
        copy.kept.applyTo(restored);
        Convergence.equal(copy.master, restored);
    }

    @Test
    @DisplayName("D2 collection changes no graph, whenever it happens")
    void collectionIsInvisible() {
        SeededRandom.forEachSeed(SEEDS, (seed, random) -> {
            Copy copy = new Copy(1, new byte[0], random);
            for (int i = 0; i < 4; i++) {
                copy.play();
                copy.kept.collect(copy.now - random.nextInt(100));
                MasterModel restored = new MasterModel();
                copy.kept.applyTo(restored);
                Convergence.equal(copy.master, restored);
            }
        });
    }

    @Test
    @DisplayName(
            "D2 tables that were collected while only the game held them are kept again when it puts them back, with all they lead to")
    void putBackAfterCollection() {
        for (boolean changed : new boolean[] {false, true}) {
            Copy copy = new Copy(1, new byte[0], SeededRandom.of(1, "back"));
            Table database = copy.master.tangible(1).orElseThrow().database();
            Table inner = new Table().put("n", 1);
            Table item = new Table().put("inner", inner);
            database.put("item", item);
            copy.record();
            database.remove("item");
            copy.record();
            if (changed) {
                // Too young to be forgotten, but what it leads to is not.
                copy.now += 1_000;
                item.put("m", 2);
                copy.record();
            }
            assertThat(copy.kept.collect(copy.now)).isPositive();
            database.put("item", item);
            copy.record();
            MasterModel restored = new MasterModel();
            copy.kept.applyTo(restored);
            Convergence.equal(copy.master, restored);
        }
    }

    @Test
    @DisplayName("D2 stamps more than a minute ahead are refused, and others of the same copy are not")
    void stampsAhead() {
        Copy fast = new Copy(1, new byte[0], SeededRandom.of(1, "ahead"));
        fast.record();
        fast.now = NOW + 70_000;
        fast.master.tangible(1).orElseThrow().database().put("late", 1);
        fast.record();
        KeptModel kept = new KeptModel(clock(2));
        assertThat(kept.merge(fast.kept, NOW)).isEqualTo(1);
        MasterModel model = new MasterModel();
        kept.applyTo(model);
        assertThat(model.tangible(1).orElseThrow().database().size()).isZero();
    }

    @Test
    @DisplayName("D2 bytes of another copy whose clock is wrong leave the own clock alone")
    void wrongClockOfAnother() {
        HybridClock clock = clock(1);
        KeptModel kept = new KeptModel(clock);
        MasterModel ahead = new MasterModel();
        ahead.create(7, "thing", AnimationQueue.at(0, 0, 0));
        KeptModel other = new KeptModel(clock(2));
        other.record(ahead, NOW + 3_600_000);

        assertThat(kept.merge(other.bytes(), NOW)).isEqualTo(other.size()).isPositive();
        assertThat(kept.size()).isZero();
        assertThat(clock.next(NOW).millis()).isEqualTo(NOW);
        assertThat(kept.merge(other.bytes(), NOW + 3_600_000)).isZero();
        assertThat(kept.bytes()).isEqualTo(other.bytes());

        byte[] damaged = other.bytes();
        damaged[3]++;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kept.merge(damaged, NOW))
                .withMessageContaining("checksum");
    }

    @Test
    @DisplayName("D2 what is no model is refused with words")
    void damage() {
        Copy copy = new Copy(1, new byte[0], SeededRandom.of(1, "damage"));
        copy.play();
        byte[] bytes = copy.kept.bytes();
        for (int length = 0; length < bytes.length; length += 7) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatIllegalArgumentException().isThrownBy(() -> KeptModel.read(cut, clock(1)));
        }
        ByteOutput claim = new ByteOutput();
        claim.write(1);
        claim.varint(1L << 30);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeptModel.read(claim.withChecksum(), clock(1)))
                .withMessageContaining("allowed is 0..");
        ByteOutput version = new ByteOutput();
        version.write(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeptModel.read(version.withChecksum(), clock(1)))
                .withMessageContaining("version 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeptModel.read(oneValue(1, 0, 5, 5), clock(1)))
                .withMessageContaining("a table has a value of place 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeptModel.read(oneValue(0, 0, 5, 6), clock(1)))
                .withMessageContaining("born");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeptModel.read(oneValue(0, 0, -1, -1), clock(1)))
                .withMessageContaining("2^47");
        KeptModel.read(oneValue(0, 0, 5, 5), clock(1)).applyTo(new MasterModel());
        SeededRandom.forEachSeed(500, (seed, random) -> {
            byte[] noise = bytes.clone();
            noise[random.nextInt(noise.length - 4)] ^= (byte) (1 << random.nextInt(8));
            ByteOutput out = new ByteOutput();
            out.write(noise, 0, noise.length - 4);
            try {
                KeptModel.read(out.withChecksum(), clock(1));
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            }
        });
    }

    /** A kept model of one value: true, in a place of a container; with the times of its stamp and its birth. */
    private static byte[] oneValue(int container, int place, long stamp, long born) {
        byte[] writer = new byte[WriterId.LENGTH];
        ByteOutput out = new ByteOutput();
        out.write(1);
        out.varint(1);
        out.write(container);
        if (container == 0) {
            out.signed(7);
        } else {
            out.signed(0);
            out.varint(0);
            out.writeBytes(writer);
        }
        out.varint(1);
        out.write(place);
        out.signed(stamp);
        out.varint(0);
        if (container == 0) {
            out.writeBytes(writer);
        }
        out.signed(born - stamp);
        out.varint(0);
        out.write(ValueBytes.TRUE);
        return out.withChecksum();
    }
}
