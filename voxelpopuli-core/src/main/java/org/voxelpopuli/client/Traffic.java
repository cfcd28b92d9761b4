package org.voxelpopuli.client;

import java.util.concurrent.atomic.LongAdder;

/** Counts what goes over the connections of a client. Thread-safe. */
final class Traffic {
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder connects = new LongAdder();
    private final LongAdder disconnects = new LongAdder();

    private final LongAdder lost = new LongAdder();
    private final LongAdder rejected = new LongAdder();

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

    /** A connection to a chunk was lost. */
    void lost() {
        lost.increment();
    }

    void rejected() {
        rejected.increment();
    }

    ClientStats stats(int loadedChunks) {
        long opened = connects.sum();
        return new ClientStats(
                bytesIn.sum(),
                bytesOut.sum(),
                (int) (opened - disconnects.sum()),
                opened,
                lost.sum(),
                rejected.sum(),
                loadedChunks);
    }
}
