package org.voxelpopuli.presence;

import static org.voxelpopuli.presence.InvalidSettingException.require;

import java.time.Duration;
import java.util.Objects;

/**
 * The times of presence (SPEC N8, section 5.2.1 of the thesis), each 10 ms to 1 h.
 *
 * @param discoveryTimeout how long a discovery Interest waits
 * @param discoveryInterval between two of them for an octant, where they are not {@linkplain Optimisation#EVENT_DRIVEN event-driven}
 * @param eagerInterval between two of them for an octant that has changed
 * @param settledInterval between two of them for one that has not
 * @param discoveryFreshness of the answers
 * @param positionTimeout how long a question for a position waits, or one of discovery to somebody who has told that he knows more
 * @param updateInterval between two questions for one avatar's position, where they are sequenced
 * @param positionInterval between two such questions, where they are not {@linkplain Optimisation#SEQUENCED_POSITIONS sequenced}
 * @param positionFreshness of the answers
 * @param offlineAfter so many unanswered questions for a position in a row, its avatar is gone, 1..{@value #MAX_OFFLINE_AFTER}
 */
public record PresenceTimes(
        Duration discoveryTimeout,
        Duration discoveryInterval,
        Duration eagerInterval,
        Duration settledInterval,
        Duration discoveryFreshness,
        Duration positionTimeout,
        Duration updateInterval,
        Duration positionInterval,
        Duration positionFreshness,
        int offlineAfter) {

    /** The document's, and for what is ours: 0.5 s while an octant changes and 10 s when it has settled, 25 positions a second. */
    public static final PresenceTimes DEFAULT = new PresenceTimes(
            Duration.ofSeconds(10),
            Duration.ofSeconds(3),
            Duration.ofMillis(500),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofMillis(500),
            Duration.ofMillis(40),
            Duration.ofMillis(250),
            Duration.ofSeconds(1),
            20);

    private static final int MAX_OFFLINE_AFTER = 1_000;

    /** @throws InvalidSettingException that names what is out of range */
    public PresenceTimes {
        requireTime("discoveryTimeout", discoveryTimeout);
        requireTime("discoveryInterval", discoveryInterval);
        requireTime("eagerInterval", eagerInterval);
        requireTime("settledInterval", settledInterval);
        requireTime("discoveryFreshness", discoveryFreshness);
        requireTime("positionTimeout", positionTimeout);
        requireTime("updateInterval", updateInterval);
        requireTime("positionInterval", positionInterval);
        requireTime("positionFreshness", positionFreshness);
        require(
                offlineAfter >= 1 && offlineAfter <= MAX_OFFLINE_AFTER,
                "times.offlineAfter",
                offlineAfter,
                "1.." + MAX_OFFLINE_AFTER);
    }

    private static void requireTime(String name, Duration time) {
        Objects.requireNonNull(time, () -> "times." + name + " is null, allowed is 10ms..1h");
        boolean inRange = time.compareTo(Duration.ofMillis(10)) >= 0 && time.compareTo(Duration.ofHours(1)) <= 0;
        require(inRange, "times." + name, time, "10ms..1h");
    }

    /** The same, but another time between two questions for one avatar's position. */
    public PresenceTimes withUpdateInterval(Duration interval) {
        return new PresenceTimes(
                discoveryTimeout,
                discoveryInterval,
                eagerInterval,
                settledInterval,
                discoveryFreshness,
                positionTimeout,
                interval,
                positionInterval,
                positionFreshness,
                offlineAfter);
    }
}
