package org.voxelpopuli.kademlia.records;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.Worker;

/**
 * Gives a newcomer the records that it is among the k closest to. The nearest three of the older nodes see to each record: one would do,
 * were it sure to have it. The newcomer keeps what is newer than that. In slices, so that a large store does not hold up the worker.
 */
final class Handover {
    private static final int SLICE = 32;
    private static final int MAX_CALLS = 16;
    private static final int MAX_NEWCOMERS = 64;
    private static final int GIVERS = 3;

    private record Work(Contact newcomer, Iterator<NodeId> keys) {}

    private final RecordService service;
    private final RecordStore store;
    private final RecordNetwork network;
    private final Worker worker;
    private final ArrayDeque<Work> queue = new ArrayDeque<>();
    private int calls;
    private boolean scheduled;

    Handover(RecordService service, RecordStore store, RecordNetwork network, Worker worker) {
        this.service = service;
        this.store = store;
        this.network = network;
        this.worker = worker;
    }

    void newcomer(Contact newcomer) {
        // Beyond the bound, the hourly republishing sees to it.
        if (store.size() > 0 && queue.size() < MAX_NEWCOMERS) {
            queue.add(new Work(newcomer, store.keys().iterator()));
            schedule();
        }
    }

    private void schedule() {
        if (!scheduled && calls < MAX_CALLS && !queue.isEmpty()) {
            scheduled = true;
            worker.execute(this::slice);
        }
    }

    private void slice() {
        scheduled = false;
        Work work = queue.peek();
        if (work == null) {
            return;
        }
        for (int i = 0; i < SLICE && calls < MAX_CALLS && work.keys().hasNext(); i++) {
            NodeId key = work.keys().next();
            if (isOurs(key, work.newcomer())) {
                give(key, work.newcomer());
            }
        }
        if (!work.keys().hasNext()) {
            queue.remove();
        }
        schedule();
    }

    /** Whether we are one of the nearest three to a key, and the newcomer one of the k. Most keys fail the first, which costs less to find out. */
    private boolean isOurs(NodeId key, Contact newcomer) {
        List<Contact> nearest = network.closest(key, GIVERS + 1);
        int closer = 0;
        for (Contact contact : nearest) {
            if (!contact.equals(newcomer)
                    && key.compareDistance(contact.id(), network.self().id()) < 0) {
                closer++;
            }
        }
        return closer < GIVERS && network.closest(key).contains(newcomer);
    }

    private void give(NodeId key, Contact newcomer) {
        Optional<DhtRecord> ours = store.get(key);
        if (ours.isPresent()) {
            calls++;
            service.share(newcomer, key, ours.get(), theirs -> {
                theirs.filter(DhtRecord::isSigned).ifPresent(record -> service.takeOver(key, record, false));
                calls--;
                schedule();
            });
        }
    }
}
