package org.voxelpopuli.kademlia;

import java.time.Duration;

/** The pauses between tries to join (SPEC V2.7): 0.25, 0.5, 1 s, then every second for 30 s, then doubling to 60 s. */
final class RetrySchedule {
    private static final int EVERY_SECOND = 30;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private RetrySchedule() {}

    /**
     * The pause after a try that failed.
     *
     * @param failed how many have failed in a row, at least 1
     */
    static Duration pauseAfter(int failed) {
        if (failed <= 3) {
            return Duration.ofMillis(125L << failed);
        }
        if (failed <= 3 + EVERY_SECOND) {
            return Duration.ofSeconds(1);
        }
        int doublings = Math.min(failed - 3 - EVERY_SECOND, 6);
        Duration pause = Duration.ofSeconds(1L << doublings);
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }
}
