package org.voxelpopuli.client;

import java.util.concurrent.atomic.LongAdder;

/** Counts what goes over the connections of a client. Thread-safe. */
final class Traffic {
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder connects = new LongAdder();
    private final LongAdder disconnects = new LongAdder();

    void received(int bytes) {
        bytesIn.add(bytes);
    }

    void sent(int bytes) {
        bytesOut.add(bytes);
    }

    void opened() {
        connects.increment();
    }

    void closed() {
        disconnects.increment();
    }

    long bytesIn() {
        return bytesIn.sum();
    }

    long bytesOut() {
        return bytesOut.sum();
    }

    /** Connections that are open now. */
    int open() {
        return (int) (connects.sum() - disconnects.sum());
    }

    long connects() {
        return connects.sum();
    }
}
