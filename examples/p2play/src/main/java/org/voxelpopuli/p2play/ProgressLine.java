package org.voxelpopuli.p2play;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.voxelpopuli.kademlia.content.DownloadProgress;

/** How a download goes, in a line. The rate is that of the last seconds, so that what has slowed down is seen, and what is resumed does not count. Pure; takes the time as an argument. */
final class ProgressLine {
    private static final long WINDOW = Duration.ofSeconds(4).toNanos();
    private static final long ENOUGH = Duration.ofMillis(300).toNanos();
    private static final int SHORTEST_BAR = 8;
    private static final int LONGEST_BAR = 30;
    /** Columns of the numbers behind a bar, at most, so that it does not change its length. */
    private static final int NUMBERS = 56;

    private record Sample(long nanos, long bytes) {}

    private final String name;
    private final boolean unicode;
    private final Deque<Sample> samples = new ArrayDeque<>();

    ProgressLine(String name, boolean unicode) {
        this.name = Table.printable(name);
        this.unicode = unicode;
    }

    /** The line, without colours. */
    String show(DownloadProgress progress, long now, int width) {
        return switch (progress.state()) {
            case SEARCHING -> Table.cut(name + "  looking for who has it", width);
            case WAITING ->
                Table.cut(name + "  " + percent(progress) + "nobody who has it answers; asking again", width);
            case FETCHING, DONE, ENDED -> fetching(progress, now, width);
        };
    }

    private static String percent(DownloadProgress progress) {
        return progress.length() == 0 ? "" : share(progress) + " %  ";
    }

    private static long share(DownloadProgress progress) {
        return progress.length() == 0 ? 100 : 100 * progress.bytes() / progress.length();
    }

    private String fetching(DownloadProgress progress, long now, int width) {
        String numbers = " %3d %%  %s of %s"
                .formatted(share(progress), Units.bytes(progress.bytes()), Units.bytes(progress.length()));
        Optional<Double> rate = rate(progress, now);
        if (rate.isPresent()) {
            numbers += "  " + Units.bytes(Math.round(rate.get())) + "/s";
            if (rate.get() >= 1) {
                numbers += "  "
                        + Units.clock(Duration.ofSeconds(
                                (long) Math.ceil((progress.length() - progress.bytes()) / rate.get())))
                        + " left";
            }
        }
        if (progress.providers() > 1) {
            numbers += "  " + progress.providers() + " providers";
        }
        String shown = Table.cut(name, Math.max(10, width - NUMBERS - SHORTEST_BAR - 2));
        int bar = Math.min(LONGEST_BAR, width - NUMBERS - Table.columns(shown) - 2);
        return Table.cut(shown + (bar < SHORTEST_BAR ? "" : "  " + bar(progress, bar)) + numbers, width);
    }

    private String bar(DownloadProgress progress, int width) {
        double full = progress.length() == 0 ? width : (double) width * progress.bytes() / progress.length();
        int whole = (int) full;
        if (!unicode) {
            return "#".repeat(whole) + ".".repeat(width - whole);
        }
        // Blocks from one to seven eighths.
        int eighths = (int) ((full - whole) * 8);
        String part = whole == width ? "" : eighths == 0 ? "░" : Character.toString(0x2590 - eighths);
        return "█".repeat(whole) + part + "░".repeat(Math.max(0, width - whole - 1));
    }

    /** In bytes per second; empty while too little time is over. */
    Optional<Double> rate(DownloadProgress progress, long now) {
        long bytes = progress.bytes();
        Sample last = samples.peekLast();
        if (last == null || bytes < last.bytes()) {
            // The beginning, or another content than before.
            samples.clear();
            samples.add(new Sample(now, bytes));
            return Optional.empty();
        }
        if (samples.size() == 1 && last.bytes() < progress.resumed()) {
            samples.clear();
            samples.add(new Sample(now, Math.max(bytes, progress.resumed())));
            return Optional.empty();
        }
        samples.add(new Sample(now, bytes));
        while (samples.size() > 2 && now - samples.element().nanos() > WINDOW) {
            samples.remove();
        }
        Sample first = samples.element();
        long nanos = now - first.nanos();
        return nanos < ENOUGH ? Optional.empty() : Optional.of((bytes - first.bytes()) * 1e9 / nanos);
    }
}
