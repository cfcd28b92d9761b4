package org.voxelpopuli.tools.watch;

import java.io.IOException;
import java.io.InputStream;

/**
 * Ends a process in good order when its standard input ends. The other end of that pipe is held by the process that started it, and
 * the operating system closes it however that one ends, by kill -9 too. Polling the parent's process id would miss a reuse of the id.
 */
public final class ParentWatch implements Runnable {
    private static final long MILLIS_TO_STOP = 10_000;

    private final InputStream pipe;

    private ParentWatch(InputStream pipe) {
        this.pipe = pipe;
    }

    /** Called by the virtual machine before the program's own main method. */
    public static void premain(String arguments) {
        Thread watch = new Thread(new ParentWatch(System.in), "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    @Override
    public void run() {
        byte[] ignored = new byte[64];
        try {
            while (pipe.read(ignored) >= 0) {
                // Nothing is ever sent.
            }
        } catch (IOException e) {
            // A broken pipe tells the same.
        }
        Thread deadline = new Thread(ParentWatch::haltLater, "parent-watch-deadline");
        deadline.setDaemon(true);
        deadline.start();
        System.exit(0);
    }

    private static void haltLater() {
        try {
            Thread.sleep(MILLIS_TO_STOP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }
}
