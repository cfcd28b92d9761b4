package org.voxelpopuli.edits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D2 edits")
final class EditLogTest {
    private static WriterId writer(int number) {
        byte[] bytes = new byte[WriterId.LENGTH];
        bytes[0] = (byte) number;
        return WriterId.of(bytes);
    }

    private static Edit edit(int voxel, int block, long time, int writer) {
        return new Edit(voxel, block, new Stamp(time, writer(writer)));
    }

    /** Few voxels, times and writers, so that they often meet; a stamp stands for one block, as a writer's clock always rises. */
    private static List<Edit> random(Random random) {
        List<Edit> edits = new ArrayList<>();
        int count = random.nextInt(200);
        for (int i = 0; i < count; i++) {
            int voxel = random.nextInt(20);
            int writer = random.nextInt(4) * 80;
            long time = random.nextInt(10) - 5L;
            edits.add(edit(voxel, Math.floorMod(time * 31 + writer * 7L + voxel, 1_000), time, writer));
        }
        return edits;
    }

    private static Set<Edit> merged(List<List<Edit>> logs) {
        EditLog log = new EditLog();
        for (List<Edit> each : logs) {
            new EditLog(each).edits().forEach(log::apply);
        }
        return Set.copyOf(log.edits());
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void mergeInAnyOrderAnyGroupingAnyNumberOfTimes(long seed) {
        Random random = new Random(seed);
        List<Edit> a = random(random);
        List<Edit> b = random(random);
        List<Edit> c = random(random);
        Set<Edit> all = merged(List.of(a, b, c));

        assertThat(merged(List.of(c, b, a))).isEqualTo(all);
        List<Edit> ab = List.copyOf(merged(List.of(a, b)));
        List<Edit> bc = List.copyOf(merged(List.of(b, c)));
        assertThat(merged(List.of(ab, c))).isEqualTo(all);
        assertThat(merged(List.of(a, bc))).isEqualTo(all);
        assertThat(merged(List.of(a, b, c, c, b, a, a))).isEqualTo(all);

        List<Edit> loose = new ArrayList<>(a);
        loose.addAll(b);
        loose.addAll(c);
        loose.addAll(a);
        Collections.shuffle(loose, random);
        assertThat(Set.copyOf(new EditLog(loose).edits())).isEqualTo(all);
    }

    @Test
    void ofTheHigherStampStay() {
        EditLog log = new EditLog();
        assertThat(log.apply(edit(5, 1, 100, 0))).isTrue();
        assertThat(log.apply(edit(5, 2, 99, 9))).isFalse();
        assertThat(log.apply(edit(5, 3, 100, 0))).isFalse();
        assertThat(log.apply(edit(5, 4, 100, 1))).isTrue();
        assertThat(log.apply(edit(6, 5, 1, 0))).isTrue();
        assertThat(log.size()).isEqualTo(2);
        assertThat(log.edits()).containsExactlyInAnyOrder(edit(5, 4, 100, 1), edit(6, 5, 1, 0));
    }

    @Test
    void idsOfAllSessionsFitInOneFrame() {
        EditLog log = new EditLog();
        for (int session = 0; session < 1_000; session++) {
            for (int number = 1; number < 600; number += 2) {
                log.merge(new EditBatch(List.of(), List.of(new AppliedRange(session, number, number, session))));
            }
        }
        assertThat(log.all().applied()).hasSizeBetween(8_000, 8_192);
        assertThat(EditBytes.write(log.all())).hasSizeLessThan(400_000);
        assertThat(log.hasApplied(new EditId(999, 599))).isTrue();
        assertThat(log.hasApplied(new EditId(1, 599))).isFalse();
    }

    @Test
    void areComparedAsUnsignedNumbersAndBytes() {
        assertThat(new Stamp(-1, writer(0))).isGreaterThan(new Stamp(Long.MAX_VALUE, writer(0)));
        assertThat(new Stamp(7, writer(200))).isGreaterThan(new Stamp(7, writer(100)));
        assertThat(new Stamp(1_764_000_000_000L << 16 | 9, writer(0)).millis()).isEqualTo(1_764_000_000_000L);
    }

    @Test
    void areChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> edit(32_768, 0, 0, 0))
                .withMessageContaining("0..32767");
        assertThatIllegalArgumentException().isThrownBy(() -> edit(-1, 0, 0, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> edit(0, 65_536, 0, 0))
                .withMessageContaining("0..65535");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WriterId.of(new byte[19]))
                .withMessageContaining("20");
    }

    @Test
    void keepTheirWriterWhateverTheCallerDoesWithTheBytes() {
        byte[] bytes = new byte[WriterId.LENGTH];
        WriterId writer = WriterId.of(bytes);
        bytes[3] = 1;
        writer.bytes()[4] = 1;
        assertThat(writer).isEqualTo(writer(0)).hasToString("0".repeat(40));
    }
}
