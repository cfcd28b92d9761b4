package org.voxelpopuli.presence;

import org.jspecify.annotations.Nullable;

/** How fast somebody goes at most, as far as his latest places tell: a higher speed counts at once, a lower one slowly, since who turns is still as fast. Of one thread. */
final class Speed {
    /** In so long a lower one counts. */
    private static final double MEMORY_MILLIS = 2_000;

    /** Units in a millisecond. Whoever goes faster has jumped; from an endless speed, which a far place makes, there would be no way back. */
    private static final double FASTEST = 1_000;

    private @Nullable Point at;
    private long atMillis;
    private double perMilli;

    /** He is there. */
    void told(Point place, long millis) {
        if (at != null && millis > atMillis) {
            double now = Math.min(FASTEST, place.distance(at) / (millis - atMillis));
            double weight = now > perMilli ? 1 : Math.min(1, (millis - atMillis) / MEMORY_MILLIS);
            perMilli += (now - perMilli) * weight;
        }
        at = place;
        atMillis = millis;
    }

    /** Units in a millisecond. */
    double perMilli() {
        return perMilli;
    }
}
