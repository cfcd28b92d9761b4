package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.Locale;

/** How things are written for people. */
final class Words {
    private Words() {}

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f s", time.toNanos() / 1e9);
    }
}
