package org.voxelpopuli.simulation;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Repeats datagrams at random: the copy comes after the first, up to so much later. Streams are left alone, as TCP drops what comes twice.
 *
 * @param probability 0 to 1
 * @param within the copy is at most so much later
 */
public record DatagramDuplication(double probability, Duration within) implements NetworkFault {
    /** Checks the probability and the time. */
    public DatagramDuplication {
        Latency.requireProbability(probability);
        Latency.requireNotNegative("within", within);
    }

    @Override
    public void transmit(Transmission packet, RandomGenerator random, Consumer<Transmission> next) {
        next.accept(packet);
        if (packet.kind() == Transmission.Kind.DATAGRAM && random.nextDouble() < probability) {
            next.accept(packet.delayed(Latency.draw(random, Duration.ZERO, within)));
        }
    }
}
