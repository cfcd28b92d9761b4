package org.voxelpopuli.simulation;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Holds up some packets for much longer than latency does, so that datagrams are overtaken by many others. A stream keeps its order: there the rest waits
 * for the one that is late.
 *
 * @param probability of being held up, 0 to 1
 * @param within for at most so long
 */
public record Reordering(double probability, Duration within) implements NetworkFault {
    /** Checks the probability and the time. */
    public Reordering {
        Latency.requireProbability(probability);
        Latency.requireNotNegative("within", within);
    }

    @Override
    public void transmit(Transmission packet, RandomGenerator random, Consumer<Transmission> next) {
        boolean late = random.nextDouble() < probability;
        next.accept(late ? packet.delayed(Latency.draw(random, Duration.ZERO, within)) : packet);
    }
}
