package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.voxelpopuli.runtime.NodeClock;

/** Those who are too far away where those who are nearer are as many as may be known: for a while they are not asked where they are. Of the presence's worker. */
final class CrowdedOut {
    /** Who walks has not come near by then. */
    private static final Duration TIME = Duration.ofSeconds(10);

    private final int most;
    private final NodeClock clock;

    /** Until when, in the order of the times. */
    private final Map<AvatarName, Long> untilNanos = new LinkedHashMap<>();

    /** @param most so many at a time; of more the latest */
    CrowdedOut(int most, NodeClock clock) {
        this.most = most;
        this.clock = clock;
    }

    void add(AvatarName avatar) {
        untilNanos.remove(avatar);
        untilNanos.put(avatar, clock.nanos() + TIME.toNanos());
        if (untilNanos.size() > most) {
            untilNanos.remove(untilNanos.keySet().iterator().next());
        }
    }

    boolean contains(AvatarName avatar) {
        return !untilNanos.isEmpty() && names().contains(avatar);
    }

    Collection<AvatarName> names() {
        long now = clock.nanos();
        Iterator<Long> ends = untilNanos.values().iterator();
        while (ends.hasNext() && ends.next() - now <= 0) {
            ends.remove();
        }
        return untilNanos.keySet();
    }

    void clear() {
        untilNanos.clear();
    }
}
