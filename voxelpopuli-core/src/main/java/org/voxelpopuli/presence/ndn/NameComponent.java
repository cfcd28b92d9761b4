package org.voxelpopuli.presence.ndn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * One typed component of a {@link Name}. Ordered as NDN's canonical order says: by type, then by length, then by bytes. As text it is the URI form of the
 * NDN specification: a generic one is its bytes, percent-encoded where they are not {@code A-Z a-z 0-9 - . _ ~}, and three more dots where all are dots; others begin
 * with their type, such as {@code 58=%01} or {@code sha256digest=89ab...}.
 */
public final class NameComponent implements Comparable<NameComponent> {
    /** The type of a component without special meaning. */
    public static final int GENERIC = 8;

    /** The SHA-256 of the whole Data packet; the last component of a full name. Never in a Data packet's own name. */
    public static final int IMPLICIT_SHA256_DIGEST = 1;

    /** The SHA-256 of an Interest's parameters. */
    public static final int PARAMETERS_SHA256_DIGEST = 2;

    /** A word that the application defines. */
    public static final int KEYWORD = 32;

    /** A version number. */
    public static final int VERSION = 54;

    /** A sequence number. */
    public static final int SEQUENCE_NUMBER = 58;

    /** The largest type. */
    public static final int MAX_TYPE = 65_535;

    private static final int DIGEST_BYTES = 32;
    private static final String IMPLICIT_DIGEST_TEXT = "sha256digest";
    private static final String PARAMETERS_DIGEST_TEXT = "params-sha256";
    private static final String UNRESERVED = "-._~";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final int type;
    private final byte[] value;
    private final int hash;

    /** The array becomes the component's own. */
    NameComponent(int type, byte[] value) {
        if (type < 1 || type > MAX_TYPE) {
            throw new IllegalArgumentException("a name component is of type " + type + ", allowed is 1.." + MAX_TYPE);
        }
        if ((type == IMPLICIT_SHA256_DIGEST || type == PARAMETERS_SHA256_DIGEST) && value.length != DIGEST_BYTES) {
            throw new IllegalArgumentException(
                    "a digest in a name has " + value.length + " bytes, it must be " + DIGEST_BYTES);
        }
        this.type = type;
        this.value = value;
        this.hash = 31 * type + Arrays.hashCode(value);
    }

    /** A generic component: the text in UTF-8, taken literally. */
    public static NameComponent of(String text) {
        return new NameComponent(GENERIC, text.getBytes(UTF_8));
    }

    /**
     * A component of any type.
     *
     * @param type 1..{@value #MAX_TYPE}
     * @param value copied; 32 bytes if it is a digest
     * @throws IllegalArgumentException if type or length are not allowed
     */
    public static NameComponent of(int type, byte[] value) {
        return new NameComponent(type, value.clone());
    }

    /**
     * A component that is a number in its shortest form, such as a {@linkplain #SEQUENCE_NUMBER sequence number}.
     *
     * @param type 1..{@value #MAX_TYPE}
     * @param number 0 or more
     * @throws IllegalArgumentException if one is out of range
     */
    public static NameComponent ofNumber(int type, long number) {
        if (number < 0) {
            throw new IllegalArgumentException("a number in a name is " + number + ", allowed is 0 or more");
        }
        TlvWriter value = new TlvWriter(Long.BYTES);
        value.number(number);
        return new NameComponent(type, value.toBytes());
    }

    /**
     * Reads the URI form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static NameComponent parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return new NameComponent(GENERIC, decode(text));
        }
        String kind = text.substring(0, equals);
        String rest = text.substring(equals + 1);
        try {
            return switch (kind) {
                case IMPLICIT_DIGEST_TEXT ->
                    new NameComponent(IMPLICIT_SHA256_DIGEST, HexFormat.of().parseHex(rest));
                case PARAMETERS_DIGEST_TEXT ->
                    new NameComponent(PARAMETERS_SHA256_DIGEST, HexFormat.of().parseHex(rest));
                default -> new NameComponent(Integer.parseInt(kind), decode(rest));
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the name component '" + text
                            + "' cannot be read: its type is no number, or its digest not hexadecimal",
                    e);
        }
    }

    private static byte[] decode(String text) {
        if (!text.isEmpty() && text.chars().allMatch(c -> c == '.')) {
            if (text.length() < 3) {
                throw new IllegalArgumentException(
                        "'" + text + "' is no name component: one of n dots is written with n + 3");
            }
            return text.substring(3).getBytes(UTF_8);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        byte[] raw = text.getBytes(UTF_8);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.write(raw[i]);
            } else if (i + 2 < raw.length && HexFormat.isHexDigit(raw[i + 1]) && HexFormat.isHexDigit(raw[i + 2])) {
                bytes.write(HexFormat.fromHexDigit(raw[i + 1]) << 4 | HexFormat.fromHexDigit(raw[i + 2]));
                i += 2;
            } else {
                throw new IllegalArgumentException(
                        "'%' in the name component '" + text + "' is not followed by two hex digits");
            }
        }
        return bytes.toByteArray();
    }

    /** The number of its type, 1..{@value #MAX_TYPE}. */
    public int type() {
        return type;
    }

    /** A copy of its bytes. */
    public byte[] value() {
        return value.clone();
    }

    /** So many bytes. */
    public int length() {
        return value.length;
    }

    /** Its bytes as UTF-8 text; what is no UTF-8 becomes U+FFFD. */
    public String text() {
        return new String(value, UTF_8);
    }

    /**
     * Its bytes as a number.
     *
     * @throws IllegalArgumentException if they are not 1, 2, 4 or 8, or the number is beyond 2^63 - 1
     */
    public long toNumber() {
        long number = 0;
        for (byte b : value) {
            number = number << 8 | (b & 0xFF);
        }
        boolean isNumber = value.length == 1 || value.length == 2 || value.length == 4 || value.length == 8;
        if (!isNumber || number < 0) {
            throw new IllegalArgumentException("the name component " + this + " is no number");
        }
        return number;
    }

    boolean hasValue(byte[] other) {
        return Arrays.equals(value, other);
    }

    void write(TlvWriter writer) {
        writer.element(type, value);
    }

    @Override
    public int compareTo(NameComponent other) {
        int byType = Integer.compare(type, other.type);
        if (byType != 0) {
            return byType;
        }
        int byLength = Integer.compare(value.length, other.value.length);
        return byLength != 0 ? byLength : Arrays.compareUnsigned(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof NameComponent that
                        && hash == that.hash
                        && type == that.type
                        && Arrays.equals(value, that.value));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        if (type == IMPLICIT_SHA256_DIGEST) {
            return IMPLICIT_DIGEST_TEXT + "=" + HexFormat.of().formatHex(value);
        }
        if (type == PARAMETERS_SHA256_DIGEST) {
            return PARAMETERS_DIGEST_TEXT + "=" + HexFormat.of().formatHex(value);
        }
        StringBuilder text = new StringBuilder(value.length + 8);
        if (type != GENERIC) {
            text.append(type).append('=');
        }
        boolean onlyDots = true;
        for (byte b : value) {
            onlyDots &= b == '.';
        }
        if (onlyDots) {
            return text.append("...").append(".".repeat(value.length)).toString();
        }
        for (byte b : value) {
            char c = (char) (b & 0xFF);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain || UNRESERVED.indexOf(c) >= 0) {
                text.append(c);
            } else {
                text.append('%').append(HEX.toHighHexDigit(c)).append(HEX.toLowHexDigit(c));
            }
        }
        return text.toString();
    }
}
