package org.voxelpopuli.presence.ndn;

/** What the bytes of one packet are: an {@link Interest}, a {@link Data}, or {@linkplain Malformed neither}. Immutable. */
public sealed interface Packet permits Interest, Data, Packet.Malformed {
    /** The most bytes of a packet, as everywhere in NDN. */
    int MAX_BYTES = 8_800;

    /**
     * Reads a packet. Unknown elements are passed over if their type says that they may be, as the specification asks.
     *
     * @param bytes of just one packet; become the packet's own
     * @return never fails: what cannot be read is {@link Malformed}
     */
    static Packet decode(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            return new Malformed("it has " + bytes.length + " bytes, allowed are " + MAX_BYTES);
        }
        try {
            TlvReader reader = new TlvReader(bytes, 0, bytes.length);
            if (!reader.next()) {
                return new Malformed("it is empty");
            }
            if (reader.valueEnd() != bytes.length) {
                return new Malformed("something follows the packet");
            }
            return switch (reader.type()) {
                case Tlv.INTEREST -> Interest.read(bytes, reader);
                case Tlv.DATA -> Data.read(bytes, reader);
                default -> new Malformed("it is of type " + reader.type() + ", neither Interest (5) nor Data (6)");
            };
        } catch (IllegalArgumentException e) {
            return new Malformed(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Bytes that are no packet.
     *
     * @param reason in words: what was wrong, what is allowed
     */
    record Malformed(String reason) implements Packet {}
}
