package org.voxelpopuli.tangibles;

/**
 * What stands in a table. There is no nil: an entry without a value does not exist.
 *
 * <p>A number is a double, or any whole number of 64 bits, exactly: {@link #of(double)} gives a {@link Whole} for a whole number in the range of a
 * long, so that equal numbers are equal values.
 */
public sealed interface Value permits Scalar, Value.TangibleRef, Value.ClassRef, Value.GlobalEnv, Value.Opaque, Table {
    /** A string. */
    static Text of(String text) {
        return new Text(text);
    }

    /** A whole number. */
    static Whole of(long number) {
        return new Whole(number);
    }

    /** A number: {@link Whole} if it is one in the range of a long, else {@link Real}. */
    static Scalar of(double number) {
        return isWhole(number) ? new Whole((long) number) : new Real(number);
    }

    /** A boolean. */
    static Truth of(boolean truth) {
        return truth ? Truth.TRUE : Truth.FALSE;
    }

    private static boolean isWhole(double number) {
        // 2^63 is the least double that is no long; the negation of it is one.
        return number >= Long.MIN_VALUE && number < 0x1p63 && number == Math.rint(number);
    }

    /** Another one for each kind of key: those of one kind have an order, and a hash map with many of one hash and several kinds would be slow. */
    private static int hashOfKind(int kind, int hash) {
        return (kind << 30) | (hash & 0x3FFF_FFFF);
    }

    /**
     * A string.
     *
     * @param text at most {@value #MAX_LENGTH} UTF-16 units, surrogates only in pairs, since it must survive UTF-8
     */
    record Text(String text) implements Scalar, Comparable<Text> {
        /** The longest text, in UTF-16 units. */
        public static final int MAX_LENGTH = 65_535;

        /** @throws IllegalArgumentException if the text is too long or has an unpaired surrogate */
        public Text {
            if (text.length() > MAX_LENGTH) {
                throw new IllegalArgumentException(
                        "a text has " + text.length() + " characters, allowed are " + MAX_LENGTH);
            }
            for (int i = 0; i < text.length(); i++) {
                char unit = text.charAt(i);
                if (Character.isSurrogate(unit)) {
                    boolean paired = Character.isHighSurrogate(unit)
                            && i + 1 < text.length()
                            && Character.isLowSurrogate(text.charAt(i + 1));
                    if (!paired) {
                        throw new IllegalArgumentException("a text has an unpaired surrogate at " + i);
                    }
                    i++;
                }
            }
        }

        @Override
        public int hashCode() {
            return hashOfKind(0, text.hashCode());
        }

        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(Text other) {
            return text.compareTo(other.text);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** A whole number of 64 bits. */
    record Whole(long number) implements Scalar, Comparable<Whole> {
        @Override
        public int hashCode() {
            return hashOfKind(1, Long.hashCode(number));
        }

        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(Whole other) {
            return Long.compare(number, other.number);
        }

        @Override
        public String toString() {
            return Long.toString(number);
        }
    }

    /** A number that is not whole, or whole and beyond 64 bits, or not finite. Not a number equals itself here, else it would be sent for ever. */
    record Real(double number) implements Scalar, Comparable<Real> {
        /** @throws IllegalArgumentException if the number is a whole one of 64 bits */
        public Real {
            if (isWhole(number)) {
                throw new IllegalArgumentException(number + " is whole: use Value.of");
            }
            // One bit pattern for all that is not a number.
            number = Double.isNaN(number) ? Double.NaN : number;
        }

        @Override
        public int hashCode() {
            return hashOfKind(2, Double.hashCode(number));
        }

        /** Orders, so that a hash map stays fast though many keys have one hash. */
        @Override
        public int compareTo(Real other) {
            return Double.compare(number, other.number);
        }

        @Override
        public String toString() {
            return Double.toString(number);
        }
    }

    /** A boolean. */
    enum Truth implements Scalar {
        /** False. */
        FALSE,
        /** True. */
        TRUE
    }

    /**
     * A tangible by its id. It may not exist, or not yet, or not any more: the reference is kept, and resolves when there is such a tangible.
     *
     * @param id any 64 bits
     */
    record TangibleRef(long id) implements Value {}

    /**
     * A class by its name; what it does is code of either side.
     *
     * @param name as a {@link Text}
     */
    record ClassRef(Text name) implements Value {
        /** The class of this name. */
        public ClassRef(String name) {
            this(new Text(name));
        }
    }

    /** The global environment: each side's own. */
    enum GlobalEnv implements Value {
        /** The only one. */
        INSTANCE
    }

    /**
     * A function, a thread or whatever else cannot be transmitted: it counts as nil in all that is transmitted or kept.
     *
     * @param content of the game
     */
    record Opaque(Object content) implements Value {}
}
