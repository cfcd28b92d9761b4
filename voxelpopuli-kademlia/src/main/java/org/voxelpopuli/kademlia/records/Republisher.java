package org.voxelpopuli.kademlia.records;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * Stores the records that we hold again, hourly, at the k nodes that are now closest to them, but for those that came within the hour
 * (SPEC V2.8, P5). A node that holds something else under the key is left alone; if what others hold is newer, we take it over.
 */
final class Republisher {
    private static final int MAX_AT_ONCE = 4;

    private final RecordService service;
    private final RecordStore store;
    private final RecordNetwork network;
    private final Set<NodeId> queue = new LinkedHashSet<>();
    private int running;

    Republisher(RecordService service, RecordStore store, RecordNetwork network) {
        this.service = service;
        this.store = store;
        this.network = network;
    }

    void run(List<NodeId> due) {
        queue.addAll(due);
        next();
    }

    private void next() {
        while (running < MAX_AT_ONCE && !queue.isEmpty()) {
            NodeId key = queue.iterator().next();
            queue.remove(key);
            Optional<DhtRecord> record = store.get(key);
            if (record.isPresent()) {
                running++;
                network.lookup(key, result -> republish(key, record.get(), result.closest()));
            }
        }
    }

    private void republish(NodeId key, DhtRecord record, List<Contact> closest) {
        Findings findings = new Findings(key, store);
        int[] left = {closest.size() + 1};
        Runnable one = () -> {
            if (--left[0] == 0) {
                end(key, record, findings, closest.stream().anyMatch(service::isSelf));
            }
        };
        for (Contact contact : closest) {
            if (service.isSelf(contact)) {
                one.run();
            } else {
                service.share(contact, key, record, theirs -> {
                    theirs.ifPresent(held -> findings.add(contact, held));
                    one.run();
                });
            }
        }
        one.run();
    }

    private void end(NodeId key, DhtRecord record, Findings findings, boolean stillOurs) {
        // What came to us meanwhile has been sent to the others, too.
        if (store.get(key).filter(record::equals).isPresent()) {
            DhtRecord newest = findings.newest().orElse(record);
            if (newest.equals(record)) {
                store.republished(key, stillOurs);
            } else {
                store.adopt(key, newest);
            }
        }
        running--;
        next();
    }
}
