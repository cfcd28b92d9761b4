package org.voxelpopuli.simulation;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Loses datagrams at random; streams are left alone.
 *
 * @param probability 0 to 1
 */
public record DatagramLoss(double probability) implements NetworkFault {
    /** Checks the probability. */
    public DatagramLoss {
        Latency.requireProbability(probability);
    }

    @Override
    public void transmit(Transmission packet, RandomGenerator random, Consumer<Transmission> next) {
        if (packet.kind() != Transmission.Kind.DATAGRAM || random.nextDouble() >= probability) {
            next.accept(packet);
        }
    }
}
