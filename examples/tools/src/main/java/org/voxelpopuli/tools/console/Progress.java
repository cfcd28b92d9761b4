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
    private final long seconds;
    private final @Nullable ProgressBar bar;
    private long nextLine = BETWEEN_LINES.toSeconds();

    /** The progress of something that takes a known time. */
    public Progress(PrintWriter err, String task, Duration time) {
        this.err = err;
        this.task = task;
        seconds = time.toSeconds();
        bar = Boolean.getBoolean(TERMINAL_PROPERTY)
                ? new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(seconds)
                        .setUnit(" s", 1)
                        .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
                        .setUpdateIntervalMillis(500)
                        .hideEta()
                        .build()
                : null;
    }

    /** Shows that so much time is over, and what happened in it. */
    public void show(Duration elapsed, String news) {
        if (bar != null) {
            bar.stepTo(Math.min(seconds, elapsed.toSeconds()));
            bar.setExtraMessage(" " + news);
        } else if (elapsed.toSeconds() >= nextLine) {
            nextLine += BETWEEN_LINES.toSeconds();
            err.println(task + ", " + elapsed.toSeconds() + " of " + seconds + " s: " + news);
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
