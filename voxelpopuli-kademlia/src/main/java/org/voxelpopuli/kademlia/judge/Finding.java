package org.voxelpopuli.kademlia.judge;

/**
 * Something that is not as it must be.
 *
 * @param outcome how bad
 * @param truth what does not hold
 * @param what in words
 */
public record Finding(Outcome outcome, String truth, String what) {
    @Override
    public String toString() {
        return outcome + " " + truth + ": " + what;
    }
}
