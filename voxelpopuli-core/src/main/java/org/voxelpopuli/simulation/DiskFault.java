package org.voxelpopuli.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Something that is wrong with a {@link SimulatedDisk}, until it is removed. Each method says what happens without it. */
public interface DiskFault {
    /** How much longer a commit takes. */
    default Duration commitDelay(RandomGenerator random) {
        return Duration.ZERO;
    }

    /** Why a commit fails now, in words for an operator. It is tried again, as a real store does. */
    default Optional<String> commitError(RandomGenerator random) {
        return Optional.empty();
    }

    /** Why a read fails now, in words for an operator. */
    default Optional<String> readError(RandomGenerator random) {
        return Optional.empty();
    }

    /** Whether a chunk that was being written when the host crashed is damaged, what it held before included. */
    default boolean tears(RandomGenerator random) {
        return false;
    }

    /**
     * A disk whose commits take longer, each by the same time.
     *
     * @param perCommit how much
     */
    record Slow(Duration perCommit) implements DiskFault {
        @Override
        public Duration commitDelay(RandomGenerator random) {
            return perCommit;
        }
    }

    /** A full disk: nothing is written. */
    record Full() implements DiskFault {
        @Override
        public Optional<String> commitError(RandomGenerator random) {
            return Optional.of("the disk is full");
        }
    }

    /**
     * Commits that fail at random.
     *
     * @param probability 0 to 1
     */
    record FailingWrites(double probability) implements DiskFault {
        /** Checks the probability. */
        public FailingWrites {
            Latency.requireProbability(probability);
        }

        @Override
        public Optional<String> commitError(RandomGenerator random) {
            return random.nextDouble() < probability ? Optional.of("input/output error") : Optional.empty();
        }
    }

    /**
     * Reads that fail at random.
     *
     * @param probability 0 to 1
     */
    record FailingReads(double probability) implements DiskFault {
        /** Checks the probability. */
        public FailingReads {
            Latency.requireProbability(probability);
        }

        @Override
        public Optional<String> readError(RandomGenerator random) {
            return random.nextDouble() < probability ? Optional.of("input/output error") : Optional.empty();
        }
    }

    /**
     * Writes that are torn by a crash.
     *
     * @param probability for each chunk that was being written, 0 to 1
     */
    record TornWrites(double probability) implements DiskFault {
        /** Checks the probability. */
        public TornWrites {
            Latency.requireProbability(probability);
        }

        @Override
        public boolean tears(RandomGenerator random) {
            return random.nextDouble() < probability;
        }
    }
}
