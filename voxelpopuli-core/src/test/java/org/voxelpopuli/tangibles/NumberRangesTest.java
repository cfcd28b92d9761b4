package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("M5 ranges of numbers")
final class NumberRangesTest {
    @Test
    @DisplayName("M5 are the same as a set of numbers")
    void areASet() {
        SeededRandom.forEachSeed(300, (seed, random) -> {
            NumberRanges ranges = new NumberRanges();
            BitSet set = new BitSet();
            // Number 0 is never given.
            set.set(0);
            for (int step = 0; step < 100; step++) {
                int number = 1 + random.nextInt(40);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        if (!set.get(number)) {
                            set.set(number);
                            ranges.add(number);
                        }
                    }
                    case 1 -> {
                        int count = random.nextInt(10);
                        ranges.addLowest(count);
                        for (int left = count; left > 0; left--) {
                            set.set(set.nextClearBit(1));
                        }
                    }
                    default -> {
                        int count = random.nextInt(20);
                        ranges.remove(number, count);
                        set.clear(number, number + count);
                    }
                }
                assertThat(ranges.size()).isEqualTo(set.cardinality() - 1);
                assertThat(ranges.highest()).isEqualTo(set.length() - 1);
                for (int i = 1; i < 60; i++) {
                    assertThat(ranges.contains(i)).isEqualTo(set.get(i));
                    assertThat(ranges.lowestOutside(i)).isEqualTo(set.nextClearBit(i));
                }
                assertThat(ranges.contains(0)).isFalse();
                assertThat(ranges.contains(-1)).isFalse();
            }
        });
    }
}
