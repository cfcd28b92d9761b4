package org.voxelpopuli.tangibles;

/**
 * How much a server may make a client hold. What is above a limit is refused, and all is forgotten and begun anew; if it is above the limit then, too, the
 * receiver says so ({@link DifferenceReceiver#failure}) and asks for no more.
 *
 * @param maxBytes of one message, 64 or more. The server makes its messages as short as the client tells it; but an instruction is never split, and one
 *     whose key and value are the longest texts that there are has 400 000 bytes
 * @param maxTangibles in the model, 1 or more
 * @param maxTables with numbers, which are those of the close tangibles, 0 or more
 * @param maxEntries in all tables and fields of the model, 0 or more. Each counts one, and one more for each 64 UTF-16 units of a text in it, as do the
 *     names of classes. What is not reachable any more may count for a while: for no more than a sixteenth of all that is held when the limit is reached
 */
public record ReceiverLimits(int maxBytes, int maxTangibles, int maxTables, int maxEntries) {
    /** The least that a client must take. */
    static final int LEAST_BYTES = 64;

    private static final ReceiverLimits DEFAULTS = new ReceiverLimits(16 << 20, 100_000, 1_000_000, 2_000_000);

    /** @throws IllegalArgumentException if a value is out of range */
    public ReceiverLimits {
        if (maxBytes < LEAST_BYTES || maxTangibles < 1 || maxTables < 0 || maxEntries < 0) {
            throw new IllegalArgumentException(
                    "limits are " + maxBytes + " bytes, " + maxTangibles + " tangibles, " + maxTables + " tables and "
                            + maxEntries + " entries, allowed are " + LEAST_BYTES + ", 1, 0 and 0 or more");
        }
    }

    /** 16 MiB, 100 000 tangibles, 1 000 000 tables, 2 000 000 entries. */
    public static ReceiverLimits defaults() {
        return DEFAULTS;
    }
}
