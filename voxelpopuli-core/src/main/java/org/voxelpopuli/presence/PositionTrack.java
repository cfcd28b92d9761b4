package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Draws one neighbour smoothly: its positions come 25 times a second at best and not evenly, a game draws more often. What is drawn is a little behind what was told, so that there is mostly a later
 * position towards which to go; where there is none, the avatar goes on for 0.2 s as it went. Who is more than {@value #JUMP} units away from its position before has jumped: it is drawn there at once.
 *
 * <p>Of one thread, mostly that which draws: a listener, which is called on another, hands neighbours over, each with the time at which it came.
 *
 * <p>The neighbour's clock need not be right: the shortest way that a position took is taken for no time at all.
 *
 * <pre>{@code
 * track.told(neighbour, nanos);            // for each appeared(neighbour) and moved(neighbour)
 * Point drawn = track.at(nanosNow);        // in each frame
 * }</pre>
 */
public final class PositionTrack {
    /** So many positions are kept. */
    private static final int MAX_KEPT = 32;

    /** For so long an avatar goes on as it went, when it has told nothing newer. */
    private static final long MAX_AHEAD_MILLIS = 200;

    /** Farther than it could go: there it is drawn at once. */
    private static final double JUMP = 100;

    /** What is so much older was told by a clock that was set back. */
    private static final long CLOCK_SET_BACK_MILLIS = 1_000;

    /** By so much of the time that passes the difference between the clocks may grow: clocks go unevenly, and are set. */
    private static final double DRIFT = 0.002;

    private static final double NANOS_PER_MILLI = 1e6;

    private final double delayMillis;
    private final Deque<Told> told = new ArrayDeque<>();

    /** The least difference between our clock and the neighbour's when one of its positions came, in milliseconds. */
    private double offset = Double.POSITIVE_INFINITY;

    /**
     * A track of one who has told nothing yet.
     *
     * @param delay how far behind it is drawn, 0 to 2 s; about two intervals between positions, such as 100 ms
     * @throws IllegalArgumentException if it is out of range
     */
    public PositionTrack(Duration delay) {
        Objects.requireNonNull(delay, "the delay of a track is null, allowed is 0 to 2 s");
        if (delay.isNegative() || delay.compareTo(Duration.ofSeconds(2)) > 0) {
            throw new IllegalArgumentException("the delay of a track is " + delay + ", allowed is 0 to 2 s");
        }
        delayMillis = delay.toNanos() / NANOS_PER_MILLI;
    }

    /**
     * The neighbour has told a position. One that is older than another is passed over.
     *
     * @param nanos our monotonic clock, such as {@link System#nanoTime}, when the neighbour was told of
     */
    public void told(Neighbour neighbour, long nanos) {
        Objects.requireNonNull(neighbour, "the neighbour who is drawn is null");
        Told last = told.peekLast();
        if (last != null && neighbour.wallMillis() < last.wallMillis - CLOCK_SET_BACK_MILLIS) {
            told.clear();
            offset = Double.POSITIVE_INFINITY;
            last = null;
        }
        if (last != null && neighbour.wallMillis() <= last.wallMillis) {
            return;
        }
        if (last != null && last.position.distance(neighbour.position()) > JUMP) {
            told.clear();
        }
        double came = nanos / NANOS_PER_MILLI - neighbour.age().toNanos() / NANOS_PER_MILLI;
        double passed = last == null ? 0 : Math.max(0, neighbour.wallMillis() - last.wallMillis);
        offset = Math.min(offset + passed * DRIFT, came - neighbour.wallMillis());
        told.add(new Told(neighbour.wallMillis(), neighbour.position()));
        if (told.size() > MAX_KEPT) {
            told.remove();
        }
    }

    /**
     * Where to draw it.
     *
     * @param nanos our monotonic clock, now
     * @return null as long as it has told nothing
     */
    public @Nullable Point at(long nanos) {
        double then = nanos / NANOS_PER_MILLI - offset - delayMillis;
        Told before = null;
        Told earlier = null;
        for (Told each : told) {
            if (each.wallMillis > then) {
                return before == null ? each.position : between(before, each, then);
            }
            earlier = before;
            before = each;
        }
        if (before == null || earlier == null) {
            return before == null ? null : before.position;
        }
        return between(earlier, before, Math.min(then, (double) before.wallMillis + MAX_AHEAD_MILLIS));
    }

    private static Point between(Told a, Told b, double then) {
        double part = (then - a.wallMillis) / (b.wallMillis - a.wallMillis);
        return new Point(
                a.position.x() + part * (b.position.x() - a.position.x()),
                a.position.y() + part * (b.position.y() - a.position.y()),
                a.position.z() + part * (b.position.z() - a.position.z()));
    }

    /** What was told. */
    private record Told(long wallMillis, Point position) {}
}
