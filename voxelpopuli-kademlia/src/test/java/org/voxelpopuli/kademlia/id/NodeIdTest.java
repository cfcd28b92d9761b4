package org.voxelpopuli.kademlia.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodeIdTest {
    private static final long SEED = 160;

    private static BigInteger number(NodeId id) {
        return new BigInteger(1, id.bytes());
    }

    @Test
    @DisplayName("V1.2 the key of a text is its SHA-1, as forty lower-case hex digits")
    void sha1() {
        assertThat(NodeId.sha1Of("abc")).hasToString("a9993e364706816aba3e25717850c26c9cd0d89d");
        assertThat(NodeId.sha1Of("")).hasToString("da39a3ee5e6b4b0d3255bfef95601890afd80709");
    }

    @Test
    void whatIsPrintedCanBeParsed() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1_000; i++) {
            NodeId id = NodeId.random(random);
            assertThat(NodeId.parse(id.toString())).isEqualTo(id).hasSameHashCodeAs(id);
            assertThat(NodeId.of(id.bytes())).isEqualTo(id);
            assertThat(id.toString()).hasSize(40).isEqualTo(String.format("%040x", number(id)));
        }
        assertThat(NodeId.parse("A9993E364706816ABA3E25717850C26C9CD0D89D")).isEqualTo(NodeId.sha1Of("abc"));
    }

    @Test
    void bytesAreReadAndWrittenWhereTheyStand() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1_000; i++) {
            NodeId id = NodeId.random(random);
            byte[] around = new byte[50];
            int offset = random.nextInt(31);
            id.write(around, offset);
            assertThat(new BigInteger(1, around)).isEqualTo(number(id).shiftLeft((30 - offset) * 8));
            assertThat(NodeId.of(around, offset)).isEqualTo(id);
            assertThat(String.format("%08x", id.prefix()))
                    .isEqualTo(id.toString().substring(0, 8));
        }
        assertThatThrownBy(() -> NodeId.of(new byte[50], 31)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> NodeId.sha1Of("").write(new byte[19], 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void badTextIsRefusedAndTheMessageSaysWhatIsAllowed() {
        assertThatThrownBy(() -> NodeId.parse("abc"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a node id has 3 characters, allowed are 40 hex digits");
        assertThatThrownBy(() -> NodeId.parse("a9993e364706816aba3e25717850c26c9cd0d89g"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at 39")
                .hasMessageContaining("0..9 and a..f");
        assertThatThrownBy(() -> NodeId.parse("a9993e364706816aba3e25717850c26c9cd0d8\u0669d"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NodeId.of(new byte[19]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("19 bytes");
    }

    @Test
    @DisplayName("V1.1 distance is XOR as an unsigned big-endian number")
    void distance() {
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            NodeId own = NodeId.random(random);
            // Near ids too, so that all three words are compared.
            NodeId a = own.randomAtDistance(0, 1 + random.nextInt(160), random);
            NodeId b = random.nextBoolean() ? a.randomAtDistance(0, 1 + random.nextInt(160), random) : a;
            BigInteger toA = number(own).xor(number(a));
            BigInteger toB = number(own).xor(number(b));
            assertThat(Integer.signum(own.compareDistance(a, b))).isEqualTo(toA.compareTo(toB));
            assertThat(own.distanceBit(a)).isEqualTo(toA.bitLength() - 1);
            assertThat(Integer.signum(a.compareTo(b))).isEqualTo(number(a).compareTo(number(b)));
            int bit = random.nextInt(160);
            assertThat(own.differsAt(a, bit)).isEqualTo(toA.testBit(bit));
        }
    }

    @Test
    void aRandomIdAtADistanceLiesInItsRange() {
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            NodeId own = NodeId.random(random);
            int from = random.nextInt(160);
            int to = from + 1 + random.nextInt(160 - from);
            int bit = own.distanceBit(own.randomAtDistance(from, to, random));
            assertThat(bit).isBetween(from == 0 ? -1 : from, to - 1);
        }
    }
}
