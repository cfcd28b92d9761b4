package org.voxelpopuli.kademlia.lookup;

/**
 * Which share of those who are asked does not answer in time, as lately seen by one node: an exponential average. Who knows that a third is
 * silent asks half as many again from the start, instead of finding that out anew in each lookup. Not thread-safe.
 */
final class SilentShare {
    private static final double WEIGHT = 1.0 / 8;

    private double share;

    void answered() {
        share -= WEIGHT * share;
    }

    void silent() {
        share += WEIGHT * (1 - share);
    }

    /** So many are to be asked for so many answers to be expected, at most twice as many. */
    int toHear(int answers) {
        return (int) Math.min(2L * answers, Math.round(answers / (1 - Math.min(share, 0.5))));
    }
}
