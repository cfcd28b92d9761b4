package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("M1 entries of a table")
final class EntriesTest {
    @Test
    @DisplayName("M1 are those of a linked map, few or many, in the same order")
    void areALinkedMap() {
        SeededRandom.forEachSeed(200, (seed, random) -> {
            Entries entries = new Entries();
            Map<Key, Value> reference = new LinkedHashMap<>();
            int keys = 1 + random.nextInt(20);
            for (int i = 0; i < 200; i++) {
                Key key = Value.of(random.nextInt(keys));
                if (random.nextInt(3) == 0) {
                    assertThat(entries.erase(key)).isEqualTo(reference.remove(key));
                } else {
                    Value value = Value.of(i);
                    assertThat(entries.store(key, value)).isEqualTo(reference.put(key, value));
                }
                assertThat(entries).isEqualTo(reference).hasSameSizeAs(reference);
                assertThat(List.copyOf(entries.keySet())).isEqualTo(List.copyOf(reference.keySet()));
                List<Value> values = new ArrayList<>();
                entries.forEach((each, value) -> values.add(value));
                assertThat(values).isEqualTo(List.copyOf(reference.values()));
                Key any = Value.of(random.nextInt(keys));
                assertThat(entries.get(any)).isEqualTo(reference.get(any));
                assertThat(entries.get(any, random.nextInt(20))).isEqualTo(reference.get(any));
                assertThat(entries.containsKey(any)).isEqualTo(reference.containsKey(any));
            }
        });
    }

    @Test
    @DisplayName("M1 cannot be changed through the view, nor while they are gone through")
    void areAView() {
        for (int count : new int[] {3, 30}) {
            Table table = new Table();
            for (int i = 0; i < count; i++) {
                table.put(Value.of(i), Value.of(i));
            }
            Map<Key, Value> view = table.entries();
            assertThatThrownBy(() -> view.put(Value.of(1), Value.of(2)))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> view.remove(Value.of(1))).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(view::clear).isInstanceOf(UnsupportedOperationException.class);
            assertThatExceptionOfType(ConcurrentModificationException.class).isThrownBy(() -> {
                for (Key key : view.keySet()) {
                    table.remove(key);
                }
            });
        }
    }

    @Test
    @DisplayName("M1 a table in which many entries stood gives their room back, and keeps the order of the others")
    void givesRoomBack() {
        Entries entries = new Entries();
        for (int i = 0; i < 10_000; i++) {
            entries.store(Value.of(i), Value.of(i));
        }
        for (int i = 9_000; i > 20; i--) {
            entries.erase(Value.of(i));
        }
        assertThat(entries.room()).isLessThan(5_000);
        for (int i = 10_000; i > 20; i--) {
            entries.erase(Value.of(i));
        }
        assertThat(entries.room()).isLessThan(100);
        assertThat(entries.keySet()).first().isEqualTo(Value.of(0));
        assertThat(entries.keySet()).last().isEqualTo(Value.of(20));
        for (int i = 20; i > 0; i--) {
            entries.erase(Value.of(i));
        }
        assertThat(entries.room()).isLessThanOrEqualTo(8);
        assertThat(entries).containsOnlyKeys(Value.of(0));
    }

    @Test
    @DisplayName("M1 keys of several kinds never have one hash, since a hash map can order only those of one")
    void kindsHaveTheirOwnHashes() {
        for (String text : new String[] {"", "Aa", "BB", "anything else"}) {
            int hash = text.hashCode();
            Key ofText = Value.of(text);
            Key whole = Value.of(hash & 0xFFFF_FFFFL);
            Key real = Value.of(Double.longBitsToDouble(0x3FE0_0000L << 32 | (0x3FE0_0000L ^ (hash & 0xFFFF_FFFFL))));
            assertThat(ofText.hashCode()).isNotEqualTo(whole.hashCode()).isNotEqualTo(real.hashCode());
            assertThat(whole.hashCode()).isNotEqualTo(real.hashCode());
        }
    }

    @Test
    @DisplayName("M1 as many keys with one hash as somebody likes do not make a table slow, nor a kept one")
    void sameHashes() {
        Entries entries = new Entries();
        Map<Slot, Integer> slots = new HashMap<>();
        int each = 1 << 14;
        for (int i = 0; i < each; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 1; bit < each; bit <<= 1) {
                text.append((i & bit) == 0 ? "Aa" : "BB");
            }
            long exponent = 0x3FE0_0000L + i;
            for (Key key : List.of(
                    Value.of(text.toString()),
                    Value.of((long) i << 32 | i),
                    Value.of(Double.longBitsToDouble(exponent << 32 | (exponent ^ 5))))) {
                entries.store(key, Value.of(i));
                slots.put(new Slot.Entry(key), i);
            }
        }
        assertThat(entries).hasSize(3 * each);
        assertThat(slots).hasSize(3 * each);
    }
}
