package org.voxelpopuli.presence;

import java.util.LinkedHashMap;
import java.util.Map;

/** Who was asked lately, so that nobody is asked again and again, nor too many at a time. Of the presence's worker. */
final class LatelyAsked {
    private final int most;

    /** When, the latest last. */
    private final Map<Object, Long> asked = new LinkedHashMap<>();

    /** @param most so many are asked within a pause */
    LatelyAsked(int most) {
        this.most = most;
    }

    /**
     * Somebody is to be asked now.
     *
     * @param pause nanoseconds until the same may be asked again
     * @return whether he may be
     */
    boolean takes(Object who, long nowNanos, long pause) {
        Long last = asked.get(who);
        if (last != null && nowNanos - last < pause) {
            return false;
        }
        asked.remove(who);
        if (asked.size() >= most) {
            Map.Entry<Object, Long> eldest = asked.entrySet().iterator().next();
            if (nowNanos - eldest.getValue() < pause) {
                return false;
            }
            asked.remove(eldest.getKey());
        }
        asked.put(who, nowNanos);
        return true;
    }
}
