package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.dht.DhtMeasurement;

/** Shows what a measurement is doing. */
final class PhaseProgress implements DhtMeasurement.Listener, AutoCloseable {
    private final PrintWriter err;
    private final String subject;
    private @Nullable Progress progress;
    private int done;

    /** @param subject what is measured, such as {@code 20 nodes} */
    PhaseProgress(PrintWriter err, String subject) {
        this.err = err;
        this.subject = subject;
    }

    @Override
    public void begins(String what, int steps) {
        close();
        err.println(subject + ": " + what + " ...");
        err.flush();
        progress = new Progress(err, subject + ": " + what, steps, "");
        done = 0;
    }

    @Override
    public void step() {
        Progress shown = progress;
        if (shown != null) {
            shown.show(++done, "");
        }
    }

    @Override
    public void close() {
        Progress shown = progress;
        progress = null;
        if (shown != null) {
            shown.close();
        }
    }
}
