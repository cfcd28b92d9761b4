package org.voxelpopuli.kademlia.wire;

import org.voxelpopuli.protocol.Decoded;

/** A dialect of datagrams. Pure and thread-safe. */
public interface EnvelopeCodec {
    /** Writes a message. */
    byte[] encode(Envelope envelope);

    /** Reads a datagram that came from outside. */
    Decoded<Envelope> decode(byte[] datagram);
}
