package org.voxelpopuli.tangibles;

/**
 * What stands before the instructions of a message: two bits, one, and thirteen.
 *
 * @param kind what it is
 * @param goesOn whether the next message is part of the same transmission
 * @param sequence the number of the message to this client, modulo 2^13
 */
record Framed(Kind kind, boolean goesOn, int sequence) {
    /** The numbers that there are. */
    static final int SEQUENCES = 1 << 13;

    static final int BYTES = 2;

    /** What a message is, by its number on the wire. */
    enum Kind {
        /** All was compared: numbers are given anew. */
        ALL(0),
        /** As {@link #ALL}, but the client forgets all before. */
        ANEW(1),
        /** What changed alone was compared, or it is not the first part: the numbers of the last message are used. */
        CHANGES(2),
        /** From a client: it wants {@link #ANEW}. */
        RESYNCHRONISE(3);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        private static Kind of(int number) {
            return switch (number) {
                case 0 -> ALL;
                case 1 -> ANEW;
                case 2 -> CHANGES;
                default -> RESYNCHRONISE;
            };
        }
    }

    void write(ByteOutput out) {
        out.fixed16(kind.number << 14 | (goesOn ? SEQUENCES : 0) | sequence);
    }

    static Framed read(ByteInput in) {
        int head = in.fixed16();
        return new Framed(Kind.of(head >> 14), (head & SEQUENCES) != 0, head & (SEQUENCES - 1));
    }

    /** The number that comes after one. */
    static int next(int sequence) {
        return (sequence + 1) % SEQUENCES;
    }
}
