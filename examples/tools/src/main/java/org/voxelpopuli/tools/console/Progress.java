package org.voxelpopuli.tools.console;

import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far a command is: a bar where somebody watches, else a line now and then. */
public final class Progress implements AutoCloseable {
    /** Set by {@code ./vp} if standard error is a terminal; Java 17 itself cannot tell. */
    private static final String TERMINAL_PROPERTY = "voxelpopuli.terminal";

    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final PrintWriter err;
    private final String task;
    private final long total;
    private final String unit;
    private final @Nullable ProgressBar bar;
    private long lastLine = System.nanoTime();

    /** The progress of something that takes a known time. */
    public Progress(PrintWriter err, String task, Duration time) {
        this(err, task, time.toSeconds(), " s");
    }

    /**
     * The progress of something that takes a known number of steps.
     *
     * @param unit for people, with a space before it; may be empty
     */
    public Progress(PrintWriter err, String task, long total, String unit) {
        this.err = err;
        this.task = task;
        this.total = total;
        this.unit = unit;
        bar = Boolean.getBoolean(TERMINAL_PROPERTY)
                ? new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(total)
                        .setUnit(unit, 1)
                        .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
                        .setUpdateIntervalMillis(500)
                        .hideEta()
                        .build()
                : null;
    }

    /** Shows that so much time is over, and what happened in it. */
    public void show(Duration elapsed, String news) {
        show(elapsed.toSeconds(), news);
    }

    /** Shows that so many steps are done, and what happened in them; nothing to tell if that is empty. */
    public void show(long done, String news) {
        if (bar != null) {
            bar.stepTo(Math.min(total, done));
            bar.setExtraMessage(" " + news);
        } else if (System.nanoTime() - lastLine >= BETWEEN_LINES.toNanos()) {
            lastLine = System.nanoTime();
            err.println(task + ", " + done + " of " + total + unit + (news.isEmpty() ? "" : ": " + news));
            err.flush();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
