package org.voxelpopuli.tools.console;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in good order at Ctrl-C or SIGTERM: the command waits for it, tidies up, and closes it; only then does the process
 * end. A second Ctrl-C changes nothing, since tidying up is bounded in time by itself.
 */
public final class StopSignal implements AutoCloseable {
    private static final long SECONDS_TO_TIDY_UP = 30;

    private final CountDownLatch wanted = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "stop-signal");

    private StopSignal() {}

    /** Listens to the operating system from now on. */
    public static StopSignal install() {
        StopSignal signal = new StopSignal();
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    /** Whether the end is wanted. */
    public boolean isWanted() {
        return wanted.getCount() == 0;
    }

    /** Makes all waiting end, as the operating system would. */
    public void request() {
        wanted.countDown();
    }

    /**
     * Waits for the end.
     *
     * @return whether it is wanted; false if the time is over
     */
    public boolean await(Duration time) {
        try {
            return wanted.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void stop() {
        wanted.countDown();
        try {
            if (!finished.await(SECONDS_TO_TIDY_UP, TimeUnit.SECONDS)) {
                System.err.println("Not everything could be stopped in good order.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells that all is tidied up. */
    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already.
        }
    }
}
