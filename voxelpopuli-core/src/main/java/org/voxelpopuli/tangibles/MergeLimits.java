package org.voxelpopuli.tangibles;

/**
 * How much bytes of another copy may make a {@link KeptModel} keep. What is above a limit is refused as a whole.
 *
 * @param maxBytes of the other copy, 0 or more
 * @param maxValues of the other copy, and of this one after the merge; 0 or more. Each counts one, traces of removed ones included, and one more for
 *     each 64 UTF-16 units of its text and that of its key; an animation queue counts one for each of its steps
 */
public record MergeLimits(int maxBytes, long maxValues) {
    private static final MergeLimits DEFAULTS = new MergeLimits(64 << 20, 2_000_000);

    /** @throws IllegalArgumentException if a value is out of range */
    public MergeLimits {
        if (maxBytes < 0 || maxValues < 0) {
            throw new IllegalArgumentException(
                    "limits are " + maxBytes + " bytes and " + maxValues + " values, allowed are 0 or more");
        }
    }

    /** 64 MiB, 2 000 000 values. */
    public static MergeLimits defaults() {
        return DEFAULTS;
    }

    void requireBytes(int length) {
        if (length > maxBytes) {
            throw new IllegalArgumentException("a copy has " + length + " bytes, allowed by maxBytes are " + maxBytes);
        }
    }

    void requireValues(String whose, long values) {
        if (values > maxValues) {
            throw new IllegalArgumentException(
                    whose + " has " + values + " values, allowed by maxValues are " + maxValues);
        }
    }
}
