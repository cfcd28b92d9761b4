package org.voxelpopuli.replication;

import java.util.concurrent.atomic.AtomicLong;
import org.voxelpopuli.edits.EditBatch;

/** How much was sent to make copies equal, for metrics. Thread-safe. */
final class RepairTraffic {
    private final AtomicLong digests = new AtomicLong();
    private final AtomicLong edits = new AtomicLong();

    void digests(int count) {
        digests.addAndGet(count);
    }

    void edits(EditBatch batch) {
        edits.addAndGet(batch.edits().size());
    }

    long digests() {
        return digests.get();
    }

    long edits() {
        return edits.get();
    }
}
