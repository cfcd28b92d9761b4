package org.voxelpopuli.tangibles;

/**
 * What stands before the instructions of a transmission: two bits and fourteen.
 *
 * @param kind what it is
 * @param sequence the number of the transmission to this client, modulo 2^14
 */
record Framed(Kind kind, int sequence) {
    /** The numbers that there are. */
    static final int SEQUENCES = 1 << 14;

    /** What a message is, by its number on the wire. */
    enum Kind {
        /** All was compared: numbers are given anew. */
        ALL(0),
        /** As {@link #ALL}, but the client forgets all before. */
        ANEW(1),
        /** What changed alone was compared: the numbers of the last one are used. */
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
        out.fixed16(kind.number << 14 | sequence);
    }

    static Framed read(ByteInput in) {
        int head = in.fixed16();
        return new Framed(Kind.of(head >> 14), head & (SEQUENCES - 1));
    }

    /** The number that comes after one. */
    static int next(int sequence) {
        return (sequence + 1) % SEQUENCES;
    }
}
