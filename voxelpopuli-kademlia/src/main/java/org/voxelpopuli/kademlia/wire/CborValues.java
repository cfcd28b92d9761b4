package org.voxelpopuli.kademlia.wire;

/** Values as CBOR, byte for byte as a datagram carries them. Pure and thread-safe. */
public final class CborValues {
    private CborValues() {}

    /** The CBOR item of a value. Equal values give equal bytes. */
    public static byte[] write(WireValue value) {
        CborWriter writer = new CborWriter();
        writer.value(value);
        return writer.toByteArray();
    }
}
