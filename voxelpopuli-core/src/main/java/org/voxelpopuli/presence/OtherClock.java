package org.voxelpopuli.presence;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an avatar tells by a clock that is behind the one by which it told before: its clock was set back, or it has begun anew elsewhere. Caches tell what is older, too, and so does who sends old answers
 * again; so it is believed only when for a while nothing newer came, and it has gone on meanwhile. Of the presence's worker.
 */
final class OtherClock {
    private @Nullable PositionRecord latest;
    private long sinceNanos;

    /**
     * Takes an answer that is older than another.
     *
     * @param patience longer than any cache keeps an answer fresh
     * @return whether it is where the avatar is now
     */
    boolean believes(PositionRecord older, long nowNanos, Duration patience) {
        if (latest == null) {
            latest = older;
            sinceNanos = nowNanos;
            return false;
        }
        if (!older.isNewerThan(latest)) {
            return false;
        }
        latest = older;
        return nowNanos - sinceNanos >= patience.toNanos();
    }

    /** Something newer has come. */
    void forget() {
        latest = null;
    }
}
