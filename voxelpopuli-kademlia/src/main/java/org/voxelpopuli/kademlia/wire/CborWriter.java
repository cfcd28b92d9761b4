package org.voxelpopuli.kademlia.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.voxelpopuli.kademlia.id.NodeId;

/** Bytes of CBOR in the making: definite lengths, each head as short as it can be. Used once, by one thread. */
final class CborWriter {
    private static final int MAX_HEAD = 9;

    // Most datagrams fit; one with contacts makes room for all of them at once.
    private byte[] bytes = new byte[256];
    private int size;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    int size() {
        return size;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more + 64));
        }
    }

    void head(int major, long argument) {
        ensure(MAX_HEAD);
        int type = major << 5;
        if (argument >>> 32 != 0) {
            bytes[size++] = (byte) (type | Cbor.EIGHT_BYTES);
            bigEndian(argument, 8);
        } else if (argument < 24) {
            bytes[size++] = (byte) (type | (int) argument);
        } else if (argument < 1 << 8) {
            bytes[size++] = (byte) (type | 24);
            bytes[size++] = (byte) argument;
        } else if (argument < 1 << 16) {
            bytes[size++] = (byte) (type | 25);
            bigEndian(argument, 2);
        } else {
            bytes[size++] = (byte) (type | 26);
            bigEndian(argument, 4);
        }
    }

    private void bigEndian(long value, int count) {
        for (int shift = (count - 1) * 8; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    /** An unsigned integer in 9 bytes, however small it is. */
    void callId(long id) {
        ensure(MAX_HEAD);
        bytes[size++] = (byte) Cbor.EIGHT_BYTES;
        bigEndian(id, 8);
    }

    void unsigned(long number) {
        head(Cbor.UNSIGNED, number);
    }

    void simple(int number) {
        head(Cbor.SIMPLE, number);
    }

    void nodeId(NodeId id) {
        int at = byteString(NodeId.BYTES);
        id.write(bytes, at);
    }

    /** A byte string of a number's last bytes. */
    void byteString(long number, int count) {
        head(Cbor.BYTES, count);
        ensure(count);
        bigEndian(number, count);
    }

    void byteString(byte[] content) {
        int at = byteString(content.length);
        System.arraycopy(content, 0, bytes, at, content.length);
    }

    /** A byte string of zeros, to be filled in from the offset that is returned on; see {@link #array}. */
    int byteString(int length) {
        ensure(MAX_HEAD + length);
        head(Cbor.BYTES, length);
        int at = size;
        size += length;
        return at;
    }

    /** The bytes as they are now; another array after the next item. */
    byte[] array() {
        return bytes;
    }

    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ensure(MAX_HEAD + utf8.length);
        head(Cbor.TEXT, utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
    }

    /**
     * A number: an integer, a decimal fraction, or the text of it. The reader must come to the same literal again, which is why no floats are written:
     * platforms differ in how they print them.
     */
    void number(String literal) {
        boolean negative = literal.startsWith("-");
        int start = negative ? 1 : 0;
        int point = literal.indexOf('.');
        int digits = literal.length() - start - (point < 0 ? 0 : 1);
        int whole = point < 0 ? digits : point - start;
        boolean leadingZero = whole > 1 && literal.charAt(start) == '0';
        if (whole < 1
                || (whole == digits && point >= 0)
                || leadingZero
                || digits > (point < 0 ? 19 : Cbor.MAX_DIGITS)) {
            numberText(literal);
            return;
        }
        // 19 digits fit 64 bits without a sign.
        long magnitude = 0;
        for (int i = start; i < literal.length(); i++) {
            int digit = literal.charAt(i) - '0';
            if (digit >= 0 && digit <= 9) {
                magnitude = magnitude * 10 + digit;
            } else if (i != point) {
                numberText(literal);
                return;
            }
        }
        boolean fits = magnitude >= 0 || (negative && magnitude == Long.MIN_VALUE);
        if (!fits || (negative && magnitude == 0)) {
            numberText(literal);
            return;
        }
        if (point >= 0) {
            head(Cbor.TAG, Cbor.DECIMAL_FRACTION);
            head(Cbor.ARRAY, 2);
            head(Cbor.NEGATIVE, digits - whole - 1L);
        }
        head(negative ? Cbor.NEGATIVE : Cbor.UNSIGNED, negative ? magnitude - 1 : magnitude);
    }

    private void numberText(String literal) {
        head(Cbor.TAG, Cbor.NUMBER_TEXT);
        text(literal);
    }

    void value(WireValue value) {
        if (value instanceof WireValue.Text text) {
            text(text.text());
        } else if (value instanceof WireValue.Num number) {
            number(number.literal());
        } else if (value instanceof WireValue.Bool bool) {
            simple(bool.value() ? Cbor.TRUE : Cbor.FALSE);
        } else if (value instanceof WireValue.Items items) {
            head(Cbor.ARRAY, items.items().size());
            for (WireValue item : items.items()) {
                value(item);
            }
        } else if (value instanceof WireValue.Fields fields) {
            head(Cbor.MAP, fields.fields().size());
            fields.fields().forEach((name, field) -> {
                text(name);
                value(field);
            });
        } else if (value instanceof WireValue.Id id) {
            nodeId(id.id());
        } else if (value instanceof WireValue.Contacts contacts) {
            PackedContacts.write(contacts.contacts(), this);
        } else if (value instanceof WireValue.Bytes plain) {
            byteString(plain.array());
        } else {
            simple(Cbor.NULL);
        }
    }
}
