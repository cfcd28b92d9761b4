package org.voxelpopuli.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("The framing of protocol v2")
class FrameFramingTest {
    private final FrameFraming framing = new FrameFraming(100);

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Test
    void aFrameIsItsLengthAndItsBytes() {
        assertThat(FrameFraming.framed(bytes("820380"))).isEqualTo(bytes("00000003820380"));
        assertThat(FrameFraming.preface()).isEqualTo(bytes("d9d9f7"));
    }

    @Test
    void framesComeAsTheyWereSentHoweverTheyAreCut() {
        SeededRandom.forEachSeed(300, (seed, random) -> {
            FrameFraming cut = new FrameFraming(1000);
            List<byte[]> sent = new ArrayList<>();
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            for (int i = random.nextInt(20); i >= 0; i--) {
                byte[] frame = new byte[random.nextInt(1001)];
                random.nextBytes(frame);
                sent.add(frame);
                stream.writeBytes(FrameFraming.framed(frame));
            }
            byte[] all = stream.toByteArray();
            List<byte[]> received = new ArrayList<>();
            int most = 1 + random.nextInt(3000);
            for (int at = 0; at < all.length; ) {
                int piece = Math.min(all.length - at, 1 + random.nextInt(most));
                cut.append(Arrays.copyOfRange(all, at, at + piece));
                at += piece;
                Optional<byte[]> next = cut.next();
                while (next.isPresent()) {
                    received.add(next.get());
                    next = cut.next();
                }
            }
            assertThat(cut.overflowed()).isFalse();
            assertThat(Arrays.deepEquals(received.toArray(), sent.toArray())).isTrue();
        });
    }

    @Test
    void aLengthBeyondTheLimitOverflowsBeforeItsBytesCome() {
        framing.append(bytes("00000065"));
        assertThat(framing.next()).isEmpty();
        assertThat(framing.overflowed()).isTrue();
        framing.append(bytes("0000000100"));
        assertThat(framing.next()).isEmpty();
    }

    @Test
    void aNegativeLengthOverflows() {
        framing.append(bytes("ffffffff"));
        assertThat(framing.next()).isEmpty();
        assertThat(framing.overflowed()).isTrue();
    }

    @Test
    void framesThatNobodyTakesOverflow() {
        for (int i = 0; i < 30 && !framing.overflowed(); i++) {
            framing.append(bytes("0000000100"));
        }
        assertThat(framing.overflowed()).isTrue();
    }

    @Test
    void theLimitMayRiseBetweenFrames() {
        framing.append(bytes("0000000100"));
        assertThat(framing.next()).isPresent();
        framing.limit(200);
        framing.append(FrameFraming.framed(new byte[200]));
        assertThat(framing.next()).hasValueSatisfying(frame -> assertThat(frame).hasSize(200));
        assertThatThrownBy(() -> framing.limit(0)).hasMessageContaining("allowed is 1 or more");
    }
}
