package org.voxelpopuli.kademlia.wire;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/** An argument or a result, apart from how it is written. Immutable. */
public sealed interface WireValue {
    /** Nothing. */
    WireValue NULL = new Null();

    /** True. */
    WireValue TRUE = new Bool(true);

    /** False. */
    WireValue FALSE = new Bool(false);

    /**
     * A text of Unicode.
     *
     * @param text without unpaired surrogates, which no UTF-8 can carry
     */
    record Text(String text) implements WireValue {
        /** @throws IllegalArgumentException if a surrogate has no partner */
        public Text {
            if (!isUnicode(text)) {
                throw new IllegalArgumentException("a text has an unpaired surrogate, allowed are whole characters");
            }
        }

        /** Whether a text consists of whole characters. */
        static boolean isUnicode(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (Character.isSurrogate(text.charAt(i))
                        && (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(++i)))) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * A number, kept as the decimal text that was sent, so that nothing of it is lost when it is passed on.
     *
     * @param literal as JSON writes numbers
     */
    record Num(String literal) implements WireValue {}

    /** True or false. */
    record Bool(boolean value) implements WireValue {}

    /** Nothing. */
    record Null() implements WireValue {}

    /** Values in order. */
    record Items(List<WireValue> items) implements WireValue {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** Values by name, in the order in which they were sent. */
    record Fields(Map<String, WireValue> fields) implements WireValue {
        public Fields {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    /**
     * The id of a node or a key. JSON: a text of 40 hex digits, CBOR: 20 bytes. Neither says that it is an id, so {@link WireReader#id} must read what
     * comes.
     */
    record Id(NodeId id) implements WireValue {}

    /**
     * Contacts. JSON: {@code [[address, port, id], ...]}, CBOR: packed (see {@link PackedContacts}), those with IPv4 addresses first. To be read by
     * {@link WireReader#contacts}.
     */
    record Contacts(List<Contact> contacts) implements WireValue {
        public Contacts {
            contacts = List.copyOf(contacts);
        }
    }

    /**
     * Bytes. JSON: base64url text without padding, CBOR: as they are. What came as JSON is a {@link Text}, so they are to be read by
     * {@link WireReader#bytes}.
     */
    final class Bytes implements WireValue {
        /** No bytes. */
        public static final Bytes EMPTY = new Bytes(new byte[0]);

        private final byte[] bytes;

        /** Takes the array over; it must not be changed any more. */
        Bytes(byte[] bytes) {
            this.bytes = bytes;
        }

        /** A copy of these bytes. */
        public static Bytes of(byte[] bytes) {
            return new Bytes(bytes.clone());
        }

        /** How many. */
        public int length() {
            return bytes.length;
        }

        /** A copy of them. */
        public byte[] toByteArray() {
            return bytes.clone();
        }

        /** The array itself, not to be changed. */
        byte[] array() {
            return bytes;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        /** How many there are. */
        @Override
        public String toString() {
            return "Bytes[" + bytes.length + "]";
        }
    }

    /** A text. */
    static WireValue of(String text) {
        return new Text(text);
    }

    /** An id. */
    static WireValue of(NodeId id) {
        return new Id(id);
    }

    /** An integer. */
    static WireValue of(long number) {
        return new Num(Long.toString(number));
    }

    /** A finite number; an integral one is written without a fraction. */
    static WireValue of(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("number is " + number + ", allowed is a finite one");
        }
        long integral = (long) number;
        boolean exact = integral == number && Math.abs(integral) < 1L << 53 && !(number == 0 && 1 / number < 0);
        return new Num(exact ? Long.toString(integral) : decimal(number));
    }

    /**
     * The decimal of the fewest digits that is this number and no other. Not {@link Double#toString(double)}: that gives other digits on Java 17 than on 25, and copies of a
     * record must be equal on both.
     */
    private static String decimal(double number) {
        if (number == 0) {
            return "-0.0";
        }
        BigDecimal exact = new BigDecimal(number);
        BigDecimal rounded = exact.round(new MathContext(15));
        for (int digits = 16; rounded.doubleValue() != number; digits++) {
            rounded = exact.round(new MathContext(digits));
        }
        return rounded.stripTrailingZeros().toString();
    }

    /** Values in order. */
    static WireValue items(WireValue... items) {
        return new Items(List.of(items));
    }
}
