package org.voxelpopuli.kademlia.records;

/**
 * How much a node keeps of a kind of records. A source is a subnet, a /24 of IPv4 or a /56 of IPv6, that has brought what is kept; loopback, link-local and private
 * addresses, our own records and those from disk count for nobody.
 *
 * <pre>{@code
 * RecordLimits limits = RecordLimits.of(10_000, 8 << 20);
 * }</pre>
 *
 * @param records in all, 1 or more
 * @param bytes of their CBOR, in all. In memory a record takes about half a kilobyte more
 * @param recordsOfSource from one source
 * @param bytesOfSource from one source
 */
public record RecordLimits(int records, long bytes, int recordsOfSource, long bytesOfSource) {
    /** @throws IllegalArgumentException if a limit is below 1 */
    public RecordLimits {
        if (records < 1 || bytes < 1 || recordsOfSource < 1 || bytesOfSource < 1) {
            throw new IllegalArgumentException("the limits of a kind of records are " + records + ", " + bytes + ", "
                    + recordsOfSource + " and " + bytesOfSource + ", allowed are 1 or more");
        }
    }

    /** So much in all, and a quarter of it from one source: the neighbours of a newcomer must be able to hand over all that it needs. */
    public static RecordLimits of(int records, long bytes) {
        return new RecordLimits(records, bytes, Math.max(1, records / 4), Math.max(1, bytes / 4));
    }
}
