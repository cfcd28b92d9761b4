package org.voxelpopuli.kademlia.judge;

import java.time.Duration;

/**
 * Something that goes wrong once.
 *
 * @param number names it in its scenario
 * @param kind what
 * @param at when it begins
 * @param span how long it lasts
 * @param node whom it concerns first, if it concerns one
 * @param bits for what else its kind draws
 */
record Fault(int number, FaultKind kind, Duration at, Duration span, int node, long bits) {
    /** A number between 0 and 1, another for each index. */
    double share(int index) {
        long mixed = (bits + index) * 0x9E37_79B9_7F4A_7C15L;
        mixed ^= mixed >>> 31;
        return ((mixed * 0xBF58_476D_1CE4_E5B9L) >>> 11) * 0x1.0p-53;
    }

    @Override
    public String toString() {
        return "f" + number + " " + kind.token() + " at " + Words.seconds(at) + " for " + Words.seconds(span)
                + (node >= 0 ? ", node " + node : "");
    }
}
