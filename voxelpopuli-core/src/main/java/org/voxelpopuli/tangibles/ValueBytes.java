package org.voxelpopuli.tangibles;

/** Keys and values as bytes: a kind of three or four bits that the caller has room for, and then what the kind needs. */
final class ValueBytes {
    static final int NIL = 0;
    static final int FALSE = 1;
    static final int TRUE = 2;
    static final int WHOLE = 3;
    static final int DECIMAL = 4;
    static final int FLOAT = 5;
    static final int DOUBLE = 6;
    static final int TEXT = 7;
    static final int TABLE = 8;
    static final int TANGIBLE = 9;
    static final int CLASS = 10;
    static final int GLOBAL_ENV = 11;
    /** Of keys alone. */
    static final int METATABLE = 0;

    /** A decimal fraction has so many digits after the point, and so few in all that a division gives the number exactly. */
    private static final int MAX_DIGITS = 15;

    private static final double MAX_MANTISSA = 1L << 48;
    private static final double[] POWERS = new double[MAX_DIGITS + 1];

    static {
        double power = 1;
        for (int digits = 0; digits <= MAX_DIGITS; digits++) {
            POWERS[digits] = power;
            power *= 10;
        }
    }

    private ValueBytes() {}

    /** The kind of a key: 0..7. */
    static int kind(Key key) {
        return key instanceof Scalar scalar ? kindOfScalar(scalar) : METATABLE;
    }

    /** The kind of a value: 0..15. */
    static int kind(Sent value) {
        if (value instanceof Sent.Numbered) {
            return TABLE;
        }
        return value instanceof Sent.Plain plain ? kind(plain.value()) : NIL;
    }

    private static int kind(Value value) {
        if (value instanceof Scalar scalar) {
            return kindOfScalar(scalar);
        } else if (value instanceof Value.TangibleRef) {
            return TANGIBLE;
        } else if (value instanceof Value.ClassRef) {
            return CLASS;
        } else if (value instanceof Value.GlobalEnv) {
            return GLOBAL_ENV;
        }
        throw new IllegalArgumentException(value + " cannot be sent");
    }

    private static int kindOfScalar(Scalar scalar) {
        if (scalar instanceof Value.Text) {
            return TEXT;
        } else if (scalar instanceof Value.Whole) {
            return WHOLE;
        } else if (scalar instanceof Value.Truth truth) {
            return truth == Value.Truth.TRUE ? TRUE : FALSE;
        }
        double number = ((Value.Real) scalar).number();
        if (digits(number) > 0) {
            return DECIMAL;
        }
        return Double.compare((float) number, number) == 0 ? FLOAT : DOUBLE;
    }

    /** How many digits after the point say a number exactly in less room than its bits; 0 if it cannot be done. */
    private static int digits(double number) {
        for (int digits = 1; digits <= MAX_DIGITS && Math.abs(number) * POWERS[digits] < MAX_MANTISSA; digits++) {
            long mantissa = Math.round(number * POWERS[digits]);
            if (mantissa / POWERS[digits] == number) {
                boolean isFloat = Double.compare((float) number, number) == 0;
                return 1 + length(mantissa) <= (isFloat ? Float.BYTES : Double.BYTES) ? digits : 0;
            }
        }
        return 0;
    }

    private static int length(long signed) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(((signed << 1) ^ (signed >> 63)) | 1);
        return (bits + 6) / 7;
    }

    /** What follows the kind of a key. */
    static void write(Key key, ByteOutput out) {
        if (key instanceof Scalar scalar) {
            writeScalar(scalar, out);
        }
    }

    /** What follows the kind of a value. */
    static void write(Sent value, ByteOutput out) {
        if (value instanceof Sent.Numbered numbered) {
            out.varint(numbered.number());
        } else if (value instanceof Sent.Plain plain) {
            if (plain.value() instanceof Scalar scalar) {
                writeScalar(scalar, out);
            } else if (plain.value() instanceof Value.TangibleRef ref) {
                out.signed(ref.id());
            } else if (plain.value() instanceof Value.ClassRef type) {
                out.text(type.name().text());
            }
        }
    }

    private static void writeScalar(Scalar scalar, ByteOutput out) {
        if (scalar instanceof Value.Text text) {
            out.text(text.text());
        } else if (scalar instanceof Value.Whole whole) {
            out.signed(whole.number());
        } else if (scalar instanceof Value.Real real) {
            double number = real.number();
            switch (kindOfScalar(real)) {
                case DECIMAL -> {
                    int digits = digits(number);
                    out.write(digits);
                    out.signed(Math.round(number * POWERS[digits]));
                }
                case FLOAT -> out.fixed32(Float.floatToIntBits((float) number));
                default -> out.fixed64(Double.doubleToLongBits(number));
            }
        }
    }

    /** The key of a kind. */
    static Key readKey(int kind, ByteInput in) {
        if (kind == METATABLE) {
            return Key.Special.METATABLE;
        }
        Scalar key = readScalar(kind, in);
        Table.requireKey(key);
        return key;
    }

    /** The value of a kind. */
    static Sent read(int kind, ByteInput in) {
        return switch (kind) {
            case NIL -> Sent.Nil.NIL;
            case TABLE -> new Sent.Numbered(in.number(Integer.MAX_VALUE));
            case TANGIBLE -> new Sent.Plain(new Value.TangibleRef(in.signed()));
            case CLASS -> new Sent.Plain(new Value.ClassRef(in.text()));
            case GLOBAL_ENV -> new Sent.Plain(Value.GlobalEnv.INSTANCE);
            default -> new Sent.Plain(readScalar(kind, in));
        };
    }

    private static Scalar readScalar(int kind, ByteInput in) {
        return switch (kind) {
            case FALSE -> Value.Truth.FALSE;
            case TRUE -> Value.Truth.TRUE;
            case WHOLE -> Value.of(in.signed());
            case DECIMAL -> {
                int digits = in.number(MAX_DIGITS);
                yield Value.of(in.signed() / POWERS[digits]);
            }
            case FLOAT -> Value.of((double) Float.intBitsToFloat(in.fixed32()));
            case DOUBLE -> Value.of(Double.longBitsToDouble(in.fixed64()));
            case TEXT -> Value.of(in.text());
            default -> throw new IllegalArgumentException("a value of kind " + kind + ", allowed is 0..11");
        };
    }
}
