package org.voxelpopuli.simulation;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * A packet on its way through the network.
 *
 * @param kind what carries it
 * @param from the sender
 * @param to the receiver
 * @param payload never changed; a fault that corrupts it passes on another array. Of a stream's packets faults decide only about
 *     loss and delay, since TCP repairs the rest
 * @param delay how long it takes
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and copied where it leaves the network.
public record Transmission(Kind kind, InetSocketAddress from, InetSocketAddress to, byte[] payload, Duration delay) {

    /** What carries a packet. */
    public enum Kind {
        /** UDP: what is lost stays lost. */
        DATAGRAM,
        /** TCP: what is lost is sent again for a while, then the connection breaks. */
        STREAM
    }

    /** The same packet, later. */
    public Transmission delayed(Duration more) {
        return new Transmission(kind, from, to, payload, delay.plus(more));
    }
}
