package org.voxelpopuli.kademlia.wire;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Rejection;

/**
 * A cursor over CBOR from outside. Nothing is allocated for what a head only claims: a length must be covered by bytes that are there, and lists grow as their
 * items are read. Heads may be longer than they need to be. Used once, by one thread.
 */
final class CborReader {
    /** Lists begin with room for no more items than this. */
    private static final int FIRST_ROOM = 16;

    private final byte[] bytes;
    private int at;
    private int items;

    /** The argument of the head that was read last, as an unsigned number. */
    private long argument;

    /** The low five bits of its first byte. */
    private int low;

    CborReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Reads the head of the next item; its {@link #argument} too. */
    private int head() throws BadValueException {
        if (at >= bytes.length) {
            throw cutShort();
        }
        if (++items > WireLimits.MAX_ITEMS) {
            throw new BadValueException(Rejection.TOO_LARGE, "more than " + WireLimits.MAX_ITEMS + " items");
        }
        int first = bytes[at++] & 0xFF;
        low = first & 31;
        if (low < 24) {
            argument = low;
        } else if (low <= Cbor.EIGHT_BYTES) {
            argument = bigEndian(1 << (low - 24));
        } else {
            throw new BadValueException(
                    Rejection.MALFORMED,
                    low == 31 ? "an indefinite length, allowed are definite ones" : "a reserved first byte of an item");
        }
        return first >>> 5;
    }

    private long bigEndian(int count) throws BadValueException {
        if (bytes.length - at < count) {
            throw cutShort();
        }
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | (bytes[at++] & 0xFF);
        }
        return value;
    }

    private static BadValueException cutShort() {
        return new BadValueException(Rejection.MALFORMED, "CBOR that is cut short");
    }

    private static BadValueException wrongShape(String what, String allowed) {
        return new BadValueException(Rejection.WRONG_SHAPE, what + " has the wrong type, allowed is " + allowed);
    }

    private void require(int major, String what, String allowed) throws BadValueException {
        if (head() != major) {
            throw wrongShape(what, allowed);
        }
    }

    /** The argument as a number of things of so many bytes at least, all of which must be there. */
    private int count(int leastBytes) throws BadValueException {
        int left = (bytes.length - at) / leastBytes;
        if (argument < 0 || argument > left) {
            throw cutShort();
        }
        return (int) argument;
    }

    /** Begins an array; gives its number of items. */
    int array(String what) throws BadValueException {
        require(Cbor.ARRAY, what, "an array");
        return count(1);
    }

    /** Begins a map; gives its number of entries. */
    int map(String what) throws BadValueException {
        require(Cbor.MAP, what, "a map");
        return count(2);
    }

    /** The next item is a text. */
    boolean nextIsText() {
        return at < bytes.length && (bytes[at] & 0xFF) >>> 5 == Cbor.TEXT;
    }

    /** A small unsigned integer. */
    int unsigned(String what, int max) throws BadValueException {
        require(Cbor.UNSIGNED, what, "an unsigned integer");
        if (argument < 0 || argument > max) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, what + " is out of range, allowed is 0.." + max);
        }
        return (int) argument;
    }

    /** An unsigned integer of exactly 9 bytes. */
    long callId() throws BadValueException {
        if (at < bytes.length && bytes[at] != Cbor.EIGHT_BYTES) {
            throw wrongShape("the call id", "an unsigned integer in 9 bytes");
        }
        head();
        return argument;
    }

    /** Passes over a byte string; gives its length. */
    int skipBytes(String what, int max) throws BadValueException {
        require(Cbor.BYTES, what, "a byte string");
        int length = count(1);
        if (length > max) {
            throw tooLarge(what, length + " bytes", max);
        }
        at += length;
        return length;
    }

    private void byteStringOf(String what, int length) throws BadValueException {
        require(Cbor.BYTES, what, "a byte string");
        if (count(1) != length) {
            throw new BadValueException(
                    Rejection.WRONG_SHAPE, what + " has " + argument + " bytes, allowed are " + length);
        }
    }

    NodeId nodeId(String what) throws BadValueException {
        byteStringOf(what, NodeId.BYTES);
        NodeId id = NodeId.of(bytes, at);
        at += NodeId.BYTES;
        return id;
    }

    /** A byte string of this length. */
    byte[] byteString(String what, int length) throws BadValueException {
        byteStringOf(what, length);
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    /** A byte string of 4 or 8 bytes as a number. */
    long fixedBytes(String what, int length) throws BadValueException {
        byteStringOf(what, length);
        return bigEndian(length);
    }

    /** A text of so many UTF-16 units at most. */
    private String textContent(String what, int max) throws BadValueException {
        int length = count(1);
        // No character takes more than 3 bytes for each of its UTF-16 units.
        if (length > 3 * max) {
            throw tooLarge(what, length + " bytes", 3 * max);
        }
        String text = utf8Content(what, length);
        if (text.length() > max) {
            throw tooLarge(what, text.length() + " characters", max);
        }
        return text;
    }

    /** A text of so many bytes at most. */
    String utf8(String what, int maxBytes) throws BadValueException {
        require(Cbor.TEXT, what, "a text");
        int length = count(1);
        if (length > maxBytes) {
            throw tooLarge(what, length + " bytes", maxBytes);
        }
        return utf8Content(what, length);
    }

    private static BadValueException tooLarge(String what, String has, int max) {
        return new BadValueException(Rejection.TOO_LARGE, what + " has " + has + ", allowed are " + max);
    }

    private String utf8Content(String what, int length) throws BadValueException {
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0 && !isUtf8Of(text, length)) {
            throw new BadValueException(Rejection.MALFORMED, what + " is no UTF-8");
        }
        at += length;
        return text;
    }

    /** Whether Java reads a replacement character because there is one. For what is no UTF-8 it reads one too, but does not write the same bytes again. */
    private boolean isUtf8Of(String text, int length) {
        byte[] again = text.getBytes(StandardCharsets.UTF_8);
        return Arrays.equals(again, 0, again.length, bytes, at, at + length);
    }

    /** Nothing may follow. */
    void end() throws BadValueException {
        if (at != bytes.length) {
            throw new BadValueException(Rejection.MALFORMED, "something follows the CBOR item");
        }
    }

    private static int deeper(int depth) throws BadValueException {
        if (depth >= WireLimits.MAX_DEPTH) {
            throw new BadValueException(
                    Rejection.TOO_LARGE, "CBOR is nested deeper than " + WireLimits.MAX_DEPTH + " levels");
        }
        return depth + 1;
    }

    /** The items of an array that was begun. */
    List<WireValue> values(int count, int depth) throws BadValueException {
        List<WireValue> values = new ArrayList<>(Math.min(count, FIRST_ROOM));
        for (int i = 0; i < count; i++) {
            values.add(value(depth));
        }
        return values;
    }

    /**
     * An argument or a result.
     *
     * @param depth how many arrays and maps it stands in
     */
    WireValue value(int depth) throws BadValueException {
        int major = head();
        return switch (major) {
            case Cbor.UNSIGNED, Cbor.NEGATIVE -> new WireValue.Num(integer(major));
            case Cbor.BYTES -> {
                int length = count(1);
                at += length;
                yield new WireValue.Bytes(Arrays.copyOfRange(bytes, at - length, at));
            }
            case Cbor.TEXT -> new WireValue.Text(textContent("a text", WireLimits.MAX_TEXT));
            case Cbor.ARRAY -> new WireValue.Items(values(count(1), deeper(depth)));
            case Cbor.MAP -> fields(count(2), deeper(depth));
            case Cbor.TAG -> tagged();
            default -> simple();
        };
    }

    /** An integer of 64 bits and a sign, in decimal. */
    private String integer(int major) {
        if (argument >= 0) {
            return Long.toString(major == Cbor.UNSIGNED ? argument : -1 - argument);
        }
        String unsigned = Long.toUnsignedString(argument);
        return major == Cbor.UNSIGNED
                ? unsigned
                : new BigInteger(unsigned).not().toString();
    }

    private WireValue fields(int count, int depth) throws BadValueException {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = utf8("the name of a field", WireLimits.MAX_FIELD_NAME);
            if (fields.put(name, value(depth)) != null) {
                throw new BadValueException(Rejection.WRONG_SHAPE, "a field occurs twice, allowed is once");
            }
        }
        return new WireValue.Fields(fields);
    }

    private WireValue tagged() throws BadValueException {
        if (argument == Cbor.DECIMAL_FRACTION) {
            return new WireValue.Num(decimalFraction());
        }
        if (argument == Cbor.NUMBER_TEXT) {
            String literal = utf8("a number", WireLimits.MAX_NUMBER);
            if (!JsonNumbers.isNumber(literal)) {
                throw new BadValueException(Rejection.WRONG_SHAPE, "a number's text is none, allowed is JSON's form");
            }
            return new WireValue.Num(literal);
        }
        throw new BadValueException(
                Rejection.WRONG_SHAPE,
                "an unknown tag, allowed are " + Cbor.DECIMAL_FRACTION + " and " + Cbor.NUMBER_TEXT);
    }

    private String decimalFraction() throws BadValueException {
        if (array("a decimal fraction") != 2) {
            throw wrongShape("a decimal fraction", "[exponent, mantissa]");
        }
        int exponentType = head();
        // Of a negative integer the argument is one less than its amount.
        if (exponentType != Cbor.NEGATIVE || argument < 0 || argument > Cbor.MAX_DIGITS - 2) {
            throw new BadValueException(
                    Rejection.OUT_OF_RANGE,
                    "the exponent of a decimal fraction is out of range, allowed is -" + (Cbor.MAX_DIGITS - 1)
                            + "..-1");
        }
        int places = (int) argument + 1;
        int major = head();
        if (major > Cbor.NEGATIVE) {
            throw wrongShape("the mantissa of a decimal fraction", "an integer");
        }
        String mantissa = integer(major);
        String sign = major == Cbor.NEGATIVE ? "-" : "";
        String digits = mantissa.substring(sign.length());
        if (digits.length() > Cbor.MAX_DIGITS) {
            throw new BadValueException(
                    Rejection.OUT_OF_RANGE,
                    "a decimal fraction is too long, allowed are " + Cbor.MAX_DIGITS + " digits");
        }
        String padded = "0".repeat(Math.max(0, places + 1 - digits.length())) + digits;
        int point = padded.length() - places;
        return sign + padded.substring(0, point) + "." + padded.substring(point);
    }

    /** A value of major type 7. */
    private WireValue simple() throws BadValueException {
        return switch (low) {
            case Cbor.FALSE -> WireValue.FALSE;
            case Cbor.TRUE -> WireValue.TRUE;
            case Cbor.NULL -> WireValue.NULL;
            case Cbor.HALF -> floating(half((int) argument));
            case Cbor.SINGLE -> floating(Float.intBitsToFloat((int) argument));
            case Cbor.DOUBLE -> floating(Double.longBitsToDouble(argument));
            default ->
                throw new BadValueException(
                        Rejection.WRONG_SHAPE, "an unknown simple value, allowed are false, true, null and floats");
        };
    }

    private static WireValue floating(double number) throws BadValueException {
        if (!Double.isFinite(number)) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, "a number is not finite");
        }
        return WireValue.of(number);
    }

    /** RFC 8949 appendix D. */
    private static double half(int bits) {
        int exponent = bits >> 10 & 31;
        int fraction = bits & 1023;
        double magnitude;
        if (exponent == 0) {
            magnitude = Math.scalb((double) fraction, -24);
        } else if (exponent == 31) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else {
            magnitude = Math.scalb(1024.0 + fraction, exponent - 25);
        }
        return bits < 1 << 15 ? magnitude : -magnitude;
    }

    /** Passes over an item of any kind, which need only be well-formed. */
    void skip(int depth) throws BadValueException {
        int major = head();
        switch (major) {
            case Cbor.BYTES, Cbor.TEXT -> at += count(1);
            case Cbor.ARRAY -> skipAll(count(1), deeper(depth));
            case Cbor.MAP -> skipAll(2 * count(2), deeper(depth));
            case Cbor.TAG -> skip(deeper(depth));
            case Cbor.SIMPLE -> {
                if (low == 24 && argument < 32) {
                    throw new BadValueException(Rejection.MALFORMED, "a simple value in two bytes that has one");
                }
            }
            default -> {
                // An integer is its head.
            }
        }
    }

    private void skipAll(int count, int depth) throws BadValueException {
        for (int i = 0; i < count; i++) {
            skip(depth);
        }
    }
}
