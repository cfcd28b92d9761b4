package org.voxelpopuli.tools.presence;

import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Whom each avatar draws, and of when the drawn position is; and how long after entering an area somebody is drawn. */
final class Sights {
    private static final long LONGEST_MICROS = 3_600_000_000L;

    /** Virtual milliseconds plus one of the drawn positions; 0 of who is not drawn. */
    private final int[][] told;

    /** Who is in an area and not drawn yet. */
    private final Map<Long, Entry> waiting = new HashMap<>();

    private Histogram walked = new Histogram(LONGEST_MICROS, 3);
    private Histogram joined = new Histogram(LONGEST_MICROS, 3);
    private long unseen;
    private double nowMillis;

    Sights(int avatars) {
        told = new int[avatars][avatars];
    }

    private record Entry(double atMillis, boolean byJoining) {}

    /** Virtual time goes on. */
    void at(double millis) {
        nowMillis = millis;
    }

    /** What has happened so far does not count. */
    void forget() {
        walked = new Histogram(LONGEST_MICROS, 3);
        joined = new Histogram(LONGEST_MICROS, 3);
        unseen = 0;
        waiting.clear();
    }

    /** One came into the area of another, whose nearest it is among. */
    void entered(int who, int whom, boolean byJoining) {
        if (told[who][whom] != 0) {
            (byJoining ? joined : walked).recordValue(0);
        } else {
            waiting.put(key(who, whom), new Entry(nowMillis, byJoining));
        }
    }

    /** One went out of the area of another. */
    void left(int who, int whom) {
        if (waiting.remove(key(who, whom)) != null) {
            unseen++;
        }
    }

    /**
     * One draws another.
     *
     * @param now virtual milliseconds
     * @param trueAt when the other was where it is drawn
     */
    void drawn(int who, int whom, double now, long trueAt) {
        int value = (int) trueAt + 1;
        if (told[who][whom] == 0) {
            Entry entry = waiting.remove(key(who, whom));
            if (entry != null) {
                (entry.byJoining ? joined : walked)
                        .recordValue(Math.max(0, Math.round((now - entry.atMillis) * 1_000)));
            }
        }
        if (value > told[who][whom]) {
            told[who][whom] = value;
        }
    }

    /** One does not draw another any more. */
    void gone(int who, int whom) {
        told[who][whom] = 0;
    }

    boolean draws(int who, int whom) {
        return told[who][whom] != 0;
    }

    /** How old a drawn position is, in milliseconds. */
    double age(int who, int whom) {
        return nowMillis - (told[who][whom] - 1);
    }

    /** From entering an area by walking until being drawn, in microseconds. */
    Histogram walked() {
        return walked;
    }

    /** The same for who came into the world, and for those whom it found. */
    Histogram joined() {
        return joined;
    }

    /** Those who left undrawn, or have waited for a second and are still not drawn. */
    long unseen() {
        return unseen
                + waiting.values().stream()
                        .filter(each -> nowMillis - each.atMillis > 1_000)
                        .count();
    }

    private static long key(int who, int whom) {
        return (long) who << 32 | whom;
    }
}
