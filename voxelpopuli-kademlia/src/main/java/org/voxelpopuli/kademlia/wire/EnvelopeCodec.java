package org.voxelpopuli.kademlia.wire;

import org.voxelpopuli.protocol.Decoded;

/** A dialect of datagrams. Pure and thread-safe. */
public interface EnvelopeCodec {
    /** Writes a message. */
    byte[] encode(Envelope envelope);

    /** Reads a datagram that came from outside. */
    Decoded<Envelope> decode(byte[] datagram);

    /** Whether a procedure can be called in this dialect. */
    default boolean knows(String rpc) {
        return true;
    }

    /**
     * What a reply that was read means as the answer of a procedure, where the dialect does not say of which.
     *
     * @throws BadValueException if it is no answer of that procedure
     */
    default Envelope.Reply answerOf(String rpc, Envelope.Reply reply) throws BadValueException {
        return reply;
    }
}
