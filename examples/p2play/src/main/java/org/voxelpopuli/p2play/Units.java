package org.voxelpopuli.p2play;

import java.time.Duration;
import java.util.Locale;

/** Numbers for people. Pure. */
final class Units {
    private static final String[] NAMES = {"B", "kB", "MB", "GB", "TB"};

    private Units() {}

    /** Three digits and a unit of thousands: {@code 3.25 MB}. */
    static String bytes(long count) {
        double value = count;
        int unit = 0;
        // What would be rounded to 1000 is written in the next unit.
        while (value >= 999.5 && unit < NAMES.length - 1) {
            value /= 1000;
            unit++;
        }
        int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f %s", value, NAMES[unit]);
    }

    /** {@code 0:07}, {@code 1:02:03}. */
    static String clock(Duration time) {
        long seconds = time.toSeconds();
        return seconds >= 3600
                ? String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    /** {@code 340 ms}, {@code 7.1 s}, {@code 2 min}. */
    static String duration(Duration time) {
        if (time.toMillis() < 1000) {
            return time.toMillis() + " ms";
        }
        double seconds = time.toMillis() / 1e3;
        return seconds < 120
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : seconds < 7200 ? Math.round(seconds / 60) + " min" : Math.round(seconds / 3600) + " h";
    }

    /** {@code 1 file}, {@code 2 files}. */
    static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
