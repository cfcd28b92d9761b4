package org.voxelpopuli.tools.nodes;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Says from time to time that the start goes on, for whoever waits at a slow machine. For one thread. */
public final class StartWatch {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Consumer<String> say;
    private final LongSupplier nanoTime;
    private final long begin;
    private long lastWord;

    /**
     * The start begins now.
     *
     * @param say takes a line
     */
    public StartWatch(Consumer<String> say, LongSupplier nanoTime) {
        this.say = say;
        this.nanoTime = nanoTime;
        begin = nanoTime.getAsLong();
        lastWord = begin;
    }

    /** To be called again and again while nothing else happens. After 10 s without a word it says how far things are. */
    public void waiting(Supplier<String> howFar) {
        long now = nanoTime.getAsLong();
        if (now - lastWord >= SILENCE.toNanos()) {
            say.accept("Still starting (" + Duration.ofNanos(now - begin).toSeconds() + " s): " + howFar.get() + ".");
            // Asking takes time, too.
            lastWord = now;
        }
    }

    /** Something else was said. */
    public void spoken() {
        lastWord = nanoTime.getAsLong();
    }
}
