package org.voxelpopuli.tools.bot;

import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.voxelpopuli.tools.console.Count;

/**
 * What a crew did and saw.
 *
 * @param bots players
 * @param seconds that they were in the world
 * @param blocksPlaced changes asked for
 * @param failedChanges of these, the ones that no server confirmed
 * @param blockChanges from a change until its server has acknowledged it; in the seed's dialect, has shown it to its author
 * @param moves from a bot's move until another bot of the crew sees it
 * @param metresWalked by all
 * @param chunksSeen by all, those seen by two bots counted twice
 * @param bytesIn received by all
 * @param bytesOut sent by all
 * @param connects connections opened
 * @param disconnects chunks whose connection was lost
 * @param displaced bots whose names somebody else took over
 * @param refusals reasons with which servers said no, and how often
 */
public record BotReport(
        int bots,
        double seconds,
        int blocksPlaced,
        long failedChanges,
        Latency blockChanges,
        Latency moves,
        double metresWalked,
        int chunksSeen,
        long bytesIn,
        long bytesOut,
        long connects,
        long disconnects,
        int displaced,
        Map<String, Integer> refusals) {

    /**
     * A summary of durations, in milliseconds; zeros if there were none.
     *
     * @param count how many
     * @param p50 half of them took at most so long
     * @param p99 all but a hundredth took at most so long
     * @param max the longest
     */
    public record Latency(long count, double p50, double p99, double max) {
        static Latency of(Histogram micros) {
            return new Latency(
                    micros.getTotalCount(),
                    micros.getValueAtPercentile(50) / 1000.0,
                    micros.getValueAtPercentile(99) / 1000.0,
                    micros.getMaxValue() / 1000.0);
        }

        private String text() {
            return count == 0
                    ? "none"
                    : String.format(
                            Locale.ROOT, "p50 %.1f ms   p99 %.1f ms   max %.1f ms   (%d)", p50, p99, max, count);
        }
    }

    /** The report for people. */
    public String text() {
        StringBuilder text = new StringBuilder();
        row(text, "players", "%d for %.0f s", bots, seconds);
        row(text, "walked", "%.0f blocks, %s seen", metresWalked, Count.of(chunksSeen, "chunk"));
        row(text, "built", "%s, %d not confirmed", Count.of(blocksPlaced, "block"), failedChanges);
        row(text, "change kept", "%s", blockChanges.text());
        row(text, "move seen", "%s", moves.text());
        row(text, "received", "%s, %s/s for each", bytes(bytesIn), bytes(rate(bytesIn)));
        row(text, "sent", "%s, %s/s for each", bytes(bytesOut), bytes(rate(bytesOut)));
        row(text, "connections", "%d opened; %d chunks lost and found again", connects, disconnects);
        if (displaced > 0) {
            row(text, "displaced", "%d: somebody else took over their names", displaced);
        }
        refusals.forEach((reason, times) -> row(text, "refused", "%s: %s", Count.of(times, "time"), reason));
        return text.toString();
    }

    private long rate(long total) {
        return seconds == 0 || bots == 0 ? 0 : Math.round(total / seconds / bots);
    }

    private static void row(StringBuilder text, String name, String format, Object... values) {
        text.append(String.format(Locale.ROOT, "  %-14s", name))
                .append(String.format(Locale.ROOT, format, values))
                .append(System.lineSeparator());
    }

    static String bytes(long count) {
        if (count < 1_000) {
            return count + " B";
        }
        if (count < 1_000_000) {
            return String.format(Locale.ROOT, "%.1f kB", count / 1e3);
        }
        return String.format(Locale.ROOT, "%.1f MB", count / 1e6);
    }
}
