package org.voxelpopuli.simulation;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Delays each packet by a time drawn evenly between two bounds, so that datagrams overtake each other.
 *
 * @param min at least
 * @param max at most
 */
public record Latency(Duration min, Duration max) implements NetworkFault {
    /** Checks the bounds. */
    public Latency {
        if (min.isNegative() || max.compareTo(min) < 0) {
            throw new IllegalArgumentException("latency must satisfy 0 <= min <= max, got " + min + " and " + max);
        }
    }

    @Override
    public void transmit(Transmission packet, RandomGenerator random, Consumer<Transmission> next) {
        next.accept(packet.delayed(draw(random, min, max)));
    }

    /** Evenly between two bounds. */
    static Duration draw(RandomGenerator random, Duration min, Duration max) {
        return Duration.ofNanos(random.nextLong(min.toNanos(), max.toNanos() + 1));
    }

    static void requireProbability(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability must be in 0..1, got " + probability);
        }
    }

    static void requireNotNegative(String name, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, got " + duration);
        }
    }
}
