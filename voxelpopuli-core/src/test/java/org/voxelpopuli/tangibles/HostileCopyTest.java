package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.edits.HybridClock;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.simulation.SeededRandom;

/** What a copy that means ill can make another one keep and do. */
@DisplayName("D2 a hostile copy")
final class HostileCopyTest {
    private static final long NOW = 1_764_000_000_000L;

    private static WriterId writer(int number) {
        byte[] bytes = new byte[WriterId.LENGTH];
        bytes[0] = (byte) number;
        return WriterId.of(bytes);
    }

    private static Stamp at(long millis, int counter, int writer) {
        return new Stamp(millis << 16 | counter, writer(writer));
    }

    private static KeptModel empty(int writer) {
        return new KeptModel(new HybridClock(writer(writer)));
    }

    /** Of a game with a chest in it. */
    private static KeptModel chest(int writer) {
        MasterModel master = new MasterModel();
        master.create(7, "chest", AnimationQueue.at(0, 0, 0)).database().put("items", new Table().put("gold", 3));
        KeptModel kept = empty(writer);
        kept.record(master, NOW);
        return kept;
    }

    private static KeptModel entries(int writer, int first, int end, Value value) {
        KeptModel kept = empty(writer);
        for (int i = first; i < end; i++) {
            Stamp stamp = at(NOW, i, writer);
            kept.put(new ContainerId.OfTangible(1), new Slot.Entry(Value.of(i)), register(value, stamp));
        }
        return kept;
    }

    private static Register register(Value value, Stamp stamp) {
        return new Register(new Kept.Plain(value), stamp, stamp);
    }

    @Test
    @DisplayName("D2 more than a limit allows is refused with words, and the own model and clock stay what they were")
    void limits() {
        HybridClock clock = new HybridClock(writer(1));
        KeptModel kept = KeptModel.read(chest(1).bytes(), clock);
        byte[] before = kept.bytes();
        byte[] other = entries(2, 0, 100, Value.of(1)).bytes();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> kept.merge(other, NOW, new MergeLimits(other.length - 1, 1_000)))
                .withMessage("a copy has " + other.length + " bytes, allowed by maxBytes are " + (other.length - 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kept.merge(other, NOW, new MergeLimits(other.length, 99)))
                .withMessage("a copy has 100 values, allowed by maxValues are 99");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kept.merge(other, NOW, new MergeLimits(other.length, 104)))
                .withMessage("a copy that was merged with another has 105 values, allowed by maxValues are 104");
        assertThat(kept.bytes()).isEqualTo(before);
        assertThat(clock.next(0).millis()).isEqualTo(NOW);

        assertThat(kept.merge(other, NOW, new MergeLimits(other.length, 105))).isZero();
        assertThat(kept.size()).isEqualTo(105);
        assertThat(kept.merge(other, NOW, new MergeLimits(other.length, 105)))
                .as("it is known already")
                .isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MergeLimits(-1, 3))
                .withMessageContaining("-1 bytes");
    }

    @Test
    @DisplayName("D2 endless merges, of small copies each, make it keep no more than the limit")
    void endlessMerges() {
        KeptModel kept = chest(1);
        MergeLimits limits = new MergeLimits(10_000, 1_000);
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            byte[] copy = entries(2, 50 * i, 50 * i + 50, Value.of(i)).bytes();
            try {
                assertThat(kept.merge(copy, NOW, limits)).isZero();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("maxValues");
                refused++;
            }
        }
        assertThat(kept.size()).isBetween(950, 1_000);
        assertThat(refused).isGreaterThan(75);
    }

    @Test
    @DisplayName("D2 long texts, as keys, values, names of fields and of classes, and steps count for what they are")
    void longTexts() {
        Value text = Value.of("x".repeat(640));
        KeptModel kept = empty(1);
        ContainerId one = new ContainerId.OfTangible(1);
        kept.put(one, new Slot.Entry(Value.of("y".repeat(64))), register(text, at(NOW, 1, 1)));
        kept.put(one, new Slot.Field("z".repeat(128)), register(new Value.ClassRef("c").name(), at(NOW, 2, 1)));
        kept.put(one, new Slot.Entry(Value.of(1)), register(new Value.ClassRef("c".repeat(64)), at(NOW, 3, 1)));
        AnimationQueue queue = new AnimationQueue(Collections.nCopies(16, AnimationStep.at(0, 0, 0)));
        kept.put(one, Slot.OfTangible.ANIMATION, new Register(new Kept.Animation(queue), at(NOW, 4, 1), at(NOW, 4, 1)));
        exactly(kept, 12 + 3 + 2 + 16);
    }

    /** Whether a copy counts so much: no less is enough for it, and no more is needed. */
    private static void exactly(KeptModel kept, long values) {
        byte[] bytes = kept.bytes();
        empty(9).merge(bytes, NOW, new MergeLimits(bytes.length, values));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> empty(9).merge(bytes, NOW, new MergeLimits(bytes.length, values - 1)))
                .withMessageContaining("has " + values + " values");
    }

    @Test
    @DisplayName("D2 what is replaced, removed or collected does not count any more")
    void countingDown() {
        KeptModel kept = empty(1);
        ContainerId one = new ContainerId.OfTangible(1);
        kept.put(one, new Slot.Entry(Value.of(1)), register(Value.of("x".repeat(6_400)), at(NOW - 2, 0, 1)));
        Stamp stamp = at(NOW - 1, 0, 1);
        kept.put(one, new Slot.Entry(Value.of(1)), register(Value.of(1), stamp));
        kept.put(one, new Slot.Entry(Value.of(2)), new Register(Kept.Nothing.NOTHING, stamp, stamp));
        byte[] other = entries(2, 10, 20, Value.of(1)).bytes();
        kept.merge(other, NOW, new MergeLimits(other.length, 12));
        assertThat(kept.collect(Long.MAX_VALUE)).isEqualTo(12);
        kept.merge(other, NOW, new MergeLimits(other.length, 10));
    }

    @Test
    @DisplayName(
            "D2 what is about tables whose ids are stamps more than a minute ahead is left out, and no table of ours gets the id of one that is not")
    void tableIdsAhead() {
        Stamp stamp = at(NOW, 0, 2);
        ContainerId.OfTable ahead = new ContainerId.OfTable(at(NOW + 70_000, 0, 1));
        ContainerId.OfTable near = new ContainerId.OfTable(at(NOW + 50_000, 0, 1));
        KeptModel other = empty(2);
        for (ContainerId.OfTable id : List.of(ahead, near)) {
            other.put(id, new Slot.Entry(Value.of("gold")), register(Value.of(1_000), stamp));
            other.put(
                    new ContainerId.OfTangible(7),
                    new Slot.Entry(Value.of(id.id().millis())),
                    new Register(new Kept.TableOf(id.id()), stamp, stamp));
        }
        HybridClock clock = new HybridClock(writer(1));
        KeptModel kept = new KeptModel(clock);
        assertThat(kept.merge(other.bytes(), NOW)).isEqualTo(2);
        assertThat(kept.containers()).containsExactlyInAnyOrder(near, new ContainerId.OfTangible(7));
        assertThat(clock.next(NOW)).isGreaterThan(near.id()).isLessThan(ahead.id());
    }

    @Test
    @DisplayName("D2 a place with two values, and a value that does not belong to its place, are refused with words")
    void impossibleValues() {
        byte[] once = entries(2, 0, 1, Value.of(1)).bytes();
        ByteOutput twice = new ByteOutput();
        twice.write(1);
        twice.varint(2);
        // The container again: its writer is known now, and so are its times.
        twice.write(once, 2, once.length - 2 - ByteInput.CHECKSUM);
        twice.write(0);
        twice.signed(1);
        twice.varint(1);
        twice.write(4);
        twice.write(ValueBytes.WHOLE);
        twice.signed(0);
        for (int i = 0; i < 2; i++) {
            twice.signed(0);
            twice.varint(0);
        }
        twice.write(ValueBytes.TRUE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> empty(1).merge(twice.withChecksum(), NOW))
                .withMessage("a place has two values, allowed is one");

        Kept animation = new Kept.Animation(AnimationQueue.at(0, 0, 0));
        Kept number = new Kept.Plain(Value.of(1));
        Kept table = new Kept.TableOf(at(NOW, 0, 2));
        unfitting(Slot.OfTangible.EXISTENCE, number);
        unfitting(Slot.OfTangible.EXISTENCE, table);
        unfitting(Slot.OfTangible.CLASS, number);
        unfitting(Slot.OfTangible.CLASS, Kept.Nothing.NOTHING);
        unfitting(Slot.OfTangible.ANIMATION, number);
        unfitting(new Slot.Field("f"), table);
        unfitting(new Slot.Field("f"), new Kept.Plain(new Value.TangibleRef(1)));
        unfitting(new Slot.Entry(Value.of(1)), animation);
    }

    private static void unfitting(Slot slot, Kept value) {
        KeptModel other = empty(2);
        other.put(new ContainerId.OfTangible(1), slot, new Register(value, at(NOW, 1, 2), at(NOW, 1, 2)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> empty(1).merge(other.bytes(), NOW))
                .withMessageContaining("is no value for");
    }

    @Test
    @DisplayName("D2 long chains and rings of tables are merged, applied and collected")
    void deep() {
        KeptModel other = empty(2);
        int length = 100_000;
        Slot next = new Slot.Entry(Value.of("next"));
        for (int i = 0; i < length; i++) {
            Stamp stamp = at(NOW + 1, i % 60_000, 2 + i / 60_000);
            Kept table = new Kept.TableOf(at(NOW, (i + 1) % length % 60_000, 2 + (i + 1) % length / 60_000));
            other.put(
                    new ContainerId.OfTable(at(NOW, i % 60_000, 2 + i / 60_000)),
                    next,
                    new Register(table, stamp, stamp));
        }
        KeptModel kept = chest(1);
        kept.merge(other.bytes(), NOW);
        Stamp stamp = at(NOW + 2, 0, 1);
        kept.put(new ContainerId.OfTangible(7), next, new Register(new Kept.TableOf(at(NOW, 0, 2)), stamp, stamp));
        MasterModel master = new MasterModel();
        kept.applyTo(master);
        Table first = master.tangible(7).orElseThrow().database().table("next");
        Table table = first;
        for (int i = 0; i < length; i++) {
            table = table.table("next");
        }
        assertThat(table).isSameAs(first);
        master.tangible(7).orElseThrow().database().remove("next");
        kept.record(master, NOW + 3);
        assertThat(kept.collect(NOW + 3)).isEqualTo(length);
    }

    @Test
    @DisplayName("D2 the kinds of ids and of places have different hashes, so that no map of them is slow")
    void hashes() {
        SeededRandom.forEachSeed(1_000, (seed, random) -> {
            long id = random.nextLong();
            ContainerId table = new ContainerId.OfTable(new Stamp(random.nextLong() >>> 1, writer(random.nextInt(9))));
            assertThat(new ContainerId.OfTangible(id)).doesNotHaveSameHashCodeAs(table);
            String text = Long.toString(id, 36);
            Slot field = new Slot.Field(text);
            for (Value.Whole whole : List.of(Value.of(id), Value.of((long) text.hashCode()))) {
                assertThat(field).doesNotHaveSameHashCodeAs(new Slot.Entry(whole));
            }
            assertThat(field).doesNotHaveSameHashCodeAs(new Slot.Entry(Value.of(text)));
            assertThat(field).doesNotHaveSameHashCodeAs(new Slot.Entry(Value.of(random.nextDouble())));
        });
    }

    /** Registers of few places under few stamps, so that the same are claimed for different values. */
    private static KeptModel forged(RandomGenerator random) {
        KeptModel kept = empty(9);
        for (int left = random.nextInt(60); left > 0; left--) {
            ContainerId container = random.nextBoolean()
                    ? new ContainerId.OfTangible(random.nextInt(3))
                    : new ContainerId.OfTable(stamp(random));
            Stamp one = stamp(random);
            Stamp other = stamp(random);
            Stamp born = random.nextBoolean() || one.compareTo(other) < 0 ? one : other;
            Slot slot = container instanceof ContainerId.OfTable ? entry(random) : slot(random);
            kept.put(container, slot, new Register(value(slot, random), one, born));
        }
        return kept;
    }

    private static Stamp stamp(RandomGenerator random) {
        return at(NOW, random.nextInt(4), 1 + random.nextInt(2));
    }

    private static Slot entry(RandomGenerator random) {
        return new Slot.Entry(
                switch (random.nextInt(5)) {
                    case 0 -> Key.Special.METATABLE;
                    case 1 -> Value.of(random.nextBoolean());
                    case 2 -> Value.of(random.nextInt(4) / 2.0);
                    default -> Value.of("k" + random.nextInt(3));
                });
    }

    private static Slot slot(RandomGenerator random) {
        return switch (random.nextInt(6)) {
            case 0 -> Slot.OfTangible.EXISTENCE;
            case 1 -> Slot.OfTangible.CLASS;
            case 2 -> Slot.OfTangible.ANIMATION;
            case 3 -> new Slot.Field("f" + random.nextInt(3));
            default -> entry(random);
        };
    }

    private static Kept value(Slot slot, RandomGenerator random) {
        Kept text = new Kept.Plain(Value.of("text " + random.nextInt(3)));
        if (slot == Slot.OfTangible.EXISTENCE) {
            return random.nextInt(4) == 0 ? Kept.Nothing.NOTHING : new Kept.Plain(Value.of(true));
        } else if (slot == Slot.OfTangible.CLASS) {
            return text;
        } else if (slot == Slot.OfTangible.ANIMATION) {
            return new Kept.Animation(AnimationQueue.at(random.nextInt(3), 0, 0));
        }
        return switch (random.nextInt(4)) {
            case 0 -> Kept.Nothing.NOTHING;
            case 1 -> slot instanceof Slot.Entry ? new Kept.TableOf(stamp(random)) : text;
            case 2 -> new Kept.Plain(Value.of(random.nextInt(3)));
            default -> text;
        };
    }

    @Test
    @DisplayName(
            "D2 copies in which one stamp stands for different values come to the same bytes and the same graph, in any order")
    void forgedStamps() {
        SeededRandom.forEachSeed(1_000, (seed, random) -> {
            List<KeptModel> forged = List.of(forged(random), forged(random), forged(random));
            List<KeptModel> merged = new ArrayList<>();
            for (int turn = 0; turn < 3; turn++) {
                KeptModel kept = KeptModel.read(forged.get(turn).bytes(), new HybridClock(writer(turn)));
                kept.merge(forged.get((turn + 2) % 3).bytes(), NOW);
                kept.merge(forged.get((turn + 1) % 3).bytes(), NOW);
                kept.merge(forged.get(turn).bytes(), NOW);
                merged.add(kept);
            }
            byte[] bytes = merged.get(0).bytes();
            MasterModel first = new MasterModel();
            merged.get(0).applyTo(first);
            for (KeptModel kept : merged) {
                assertThat(kept.bytes()).isEqualTo(bytes);
                MasterModel master = new MasterModel();
                kept.applyTo(master);
                Convergence.equal(first, master);
                exactly(kept, forgedWeight(kept));
                kept.record(master, NOW + 1);
                MasterModel again = new MasterModel();
                kept.applyTo(again);
                Convergence.equal(master, again);
            }
        });
    }

    /** Without long texts, and with queues of one step. */
    private static long forgedWeight(KeptModel kept) {
        return kept.size();
    }

    @Test
    @DisplayName(
            "D2 copies of which some bits are others, with right checksums, are refused without a trace, or merged to the same in any order")
    void mutatedCopies() {
        byte[] original = chest(1).bytes();
        SeededRandom.forEachSeed(2_000, (seed, random) -> {
            ByteOutput out = new ByteOutput();
            out.write(original, 0, original.length - ByteInput.CHECKSUM);
            byte[] content = out.toByteArray();
            for (int left = 1 + random.nextInt(3); left > 0; left--) {
                content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
            }
            ByteOutput with = new ByteOutput();
            with.writeBytes(content);
            byte[] mutated = with.withChecksum();
            KeptModel kept = KeptModel.read(original, new HybridClock(writer(3)));
            KeptModel other = empty(4);
            try {
                kept.merge(mutated, NOW);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageMatching("(?s).+");
                assertThat(kept.bytes()).isEqualTo(original);
                return;
            }
            other.merge(mutated, NOW);
            other.merge(original, NOW);
            assertThat(other.bytes()).isEqualTo(kept.bytes());
            MasterModel one = new MasterModel();
            MasterModel two = new MasterModel();
            kept.applyTo(one);
            other.applyTo(two);
            Convergence.equal(one, two);
        });
    }
}
