package org.voxelpopuli.kademlia.records;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Answer;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * Stores the records that we hold again, hourly, at the k nodes that are now closest to them, but for those that came within the hour
 * (SPEC V2.8, P5). A node that holds something else under the key is left alone; if most do, theirs is newer and we take it over.
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
            Optional<WireValue> value = store.get(key);
            if (value.isPresent()) {
                running++;
                network.lookup(key, result -> new Round(key, value.get(), result.closest()).begin());
            }
        }
    }

    private final class Round {
        private final NodeId key;
        private final WireValue value;
        private final List<Contact> closest;
        private final List<WireValue> others = new ArrayList<>();
        private int left;

        Round(NodeId key, WireValue value, List<Contact> closest) {
            this.key = key;
            this.value = value;
            this.closest = closest;
        }

        void begin() {
            left = closest.size() + 1;
            for (Contact contact : closest) {
                if (contact.id().equals(network.self().id())) {
                    one();
                } else {
                    service.ask(contact, key, answer -> answered(contact, answer));
                }
            }
            one();
        }

        private void answered(Contact contact, Optional<Answer<WireValue>> answer) {
            Optional<WireValue> theirs = answer.flatMap(Answer::value);
            theirs.ifPresent(others::add);
            boolean differs = theirs.isPresent() && !theirs.get().equals(value);
            if (answer.isEmpty() || differs) {
                one();
            } else {
                service.storeAt(contact, key, value, kept -> one());
            }
        }

        private void one() {
            if (--left > 0) {
                return;
            }
            RecordStore.Held own = store.held(key);
            boolean unchanged = own != null && own.value().equals(value);
            if (unchanged) {
                WireValue newest = RecordService.ranked(own, others).get(0);
                if (!newest.equals(value)) {
                    store.keep(key, newest);
                } else {
                    store.republished(key, closest.stream().anyMatch(c -> c.id().equals(
                                    network.self().id())));
                }
            }
            running--;
            next();
        }
    }
}
