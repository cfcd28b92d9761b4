package org.voxelpopuli.kademlia.wire;

/** The numbers of RFC 8949, as far as they are used here. */
final class Cbor {
    static final int UNSIGNED = 0;
    static final int NEGATIVE = 1;
    static final int BYTES = 2;
    static final int TEXT = 3;
    static final int ARRAY = 4;
    static final int MAP = 5;
    static final int TAG = 6;
    static final int SIMPLE = 7;

    /** In the low five bits of the first byte: an argument of 8 bytes follows. */
    static final int EIGHT_BYTES = 27;

    static final int FALSE = 20;
    static final int TRUE = 21;
    static final int NULL = 22;
    static final int HALF = 25;
    static final int SINGLE = 26;
    static final int DOUBLE = 27;

    /** RFC 8949 section 3.4.4: {@code [exponent, mantissa]} to the base of ten. */
    static final long DECIMAL_FRACTION = 4;

    /**
     * Ours, around the text of a number that has no other exact form: "voxe" in ASCII, in the range that IANA gives to whoever comes first, and long
     * enough that nobody else has chosen it.
     */
    static final long NUMBER_TEXT = 0x766F_7865L;

    /** Digits that a decimal fraction may have, so that its mantissa fits 64 bits. */
    static final int MAX_DIGITS = 18;

    private Cbor() {}

    /** How many bytes the head of an item takes with an argument. */
    static int headSize(long argument) {
        if (argument >>> 32 != 0) {
            return 9;
        }
        return argument < 24 ? 1 : argument < 1 << 8 ? 2 : argument < 1 << 16 ? 3 : 5;
    }
}
