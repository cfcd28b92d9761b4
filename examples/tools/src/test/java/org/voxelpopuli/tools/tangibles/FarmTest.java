package org.voxelpopuli.tools.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.tangibles.AnimationStep;
import org.voxelpopuli.tangibles.Tangible;

@DisplayName("The farm")
final class FarmTest {
    @Test
    @DisplayName(
            "goes the same way each time: sheep wander near their homes, are shorn and grow wool again, a chest opens and shuts")
    void goesOn() {
        Farm farm = new Farm(3, 6);
        Farm again = new Farm(3, 6);
        Set<String> actions = new HashSet<>();
        Set<Boolean> wool = new HashSet<>();
        for (int tick = 0; tick < 3_000; tick++) {
            farm.tick();
            again.tick();
            for (Tangible tangible : farm.model().tangibles()) {
                AnimationStep last = tangible.animation().last();
                actions.add(last.action());
                assertThat(Math.abs(last.x())).isLessThanOrEqualTo(18);
                if (tangible.className().equals(Sheep.CLASS)) {
                    wool.add(tangible.database().get("wool") != null);
                }
            }
        }
        assertThat(actions).contains("walk", "graze", "open", "close");
        assertThat(wool).containsExactlyInAnyOrder(true, false);
        assertThat(farm.failures()).isEmpty();
        assertThat(queues(again)).isEqualTo(queues(farm));
    }

    private static List<?> queues(Farm farm) {
        return farm.model().tangibles().stream().map(Tangible::animation).toList();
    }

    @Test
    @DisplayName("frames come out of any pieces of the stream, and too long ones are refused")
    void frames() {
        byte[] one = Frames.frame(new byte[] {1, 2, 3});
        byte[] two = Frames.frame(new byte[0]);
        Frames frames = new Frames(10);
        int found = 0;
        for (byte[] frame : List.of(one, two, one)) {
            for (byte octet : frame) {
                found += frames.received(new byte[] {octet}).size();
            }
        }
        assertThat(found).isEqualTo(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> frames.received(new byte[] {0x40, 0, 0, 0}))
                .withMessageContaining("allowed is 0..10");
    }
}
