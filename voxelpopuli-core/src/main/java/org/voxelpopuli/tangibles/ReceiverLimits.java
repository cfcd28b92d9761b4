package org.voxelpopuli.tangibles;

/**
 * How much a server may make a client hold.
 *
 * @param maxBytes of one transmission, 64 or more
 * @param maxTangibles in the model, 1 or more
 * @param maxTables with numbers, which are those of the close tangibles, 0 or more
 */
public record ReceiverLimits(int maxBytes, int maxTangibles, int maxTables) {
    private static final ReceiverLimits DEFAULTS = new ReceiverLimits(16 << 20, 100_000, 1_000_000);

    /** @throws IllegalArgumentException if a value is out of range */
    public ReceiverLimits {
        if (maxBytes < 64 || maxTangibles < 1 || maxTables < 0) {
            throw new IllegalArgumentException("limits are " + maxBytes + " bytes, " + maxTangibles + " tangibles and "
                    + maxTables + " tables, allowed are 64, 1 and 0 or more");
        }
    }

    /** 16 MiB, 100 000 tangibles, 1 000 000 tables. */
    public static ReceiverLimits defaults() {
        return DEFAULTS;
    }
}
