package org.voxelpopuli.kademlia.records;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * A value on its way to its holders: it becomes a record, which is sent to the nodes closest to its key. Used on the node's worker alone.
 *
 * <p>Where the kind wants it, the holders are asked first, and what they hold is replaced by one more; if the newest has our value already, it is stored again as it
 * is. If somebody holds a newer record that we have signed ourselves, then our clock was set back, or we have lost what we knew: we sign again, above it, once.
 */
final class Writing {
    private final RecordService service;
    private final RecordStore store;
    private final NodeId key;
    /** The value, from the newest that is found where the holders are asked first, else from nothing. */
    private final Function<Optional<DhtRecord>, WireValue> value;

    private final boolean keepHere;
    private @Nullable DhtRecord record;

    Writing(RecordService service, NodeId key, WireValue value, boolean keepHere) {
        this(service, key, newest -> value, keepHere);
        if (!store.mustAskFirst()) {
            compose(value, -1);
        }
    }

    /** Of a value that depends on what is held: the holders are asked first in any case. */
    Writing(RecordService service, NodeId key, Function<Optional<DhtRecord>, WireValue> value, boolean keepHere) {
        this.service = service;
        this.store = service.store();
        this.key = key;
        this.value = value;
        this.keepHere = keepHere;
    }

    /** With a sequence that is given. */
    Writing(RecordService service, NodeId key, WireValue value, long sequence) {
        this(service, key, newest -> value, false);
        use(store.composeAt(key, value, sequence));
    }

    private DhtRecord compose(WireValue value, long known) {
        return use(store.compose(key, value, Math.max(known, service.highestSeen(key))));
    }

    private DhtRecord use(DhtRecord chosen) {
        record = chosen;
        service.seen(key, chosen);
        service.takeOver(key, chosen, keepHere);
        return chosen;
    }

    /**
     * Sends it.
     *
     * @param progress is told whenever one more keeps it
     * @param done is told when all have answered
     */
    void send(List<Contact> closest, Consumer<StoreResult> progress, Consumer<StoreResult> done) {
        DhtRecord ready = record;
        if (ready != null) {
            send(closest, ready, progress, result -> repeatIfOursIsNewer(closest, result, progress, done));
            return;
        }
        service.askAll(closest, key, findings -> {
            Optional<DhtRecord> newest = findings.newest();
            WireValue next = value.apply(newest);
            boolean written = newest.filter(
                            found -> found.isSigned() && found.value().equals(next))
                    .isPresent();
            DhtRecord chosen = written
                    ? use(newest.orElseThrow())
                    : compose(next, newest.map(DhtRecord::sequence).orElse(-1L));
            send(closest, chosen, progress, done);
        });
    }

    private void repeatIfOursIsNewer(
            List<Contact> closest, StoreResult result, Consumer<StoreResult> progress, Consumer<StoreResult> done) {
        if (result.tooOld() == 0) {
            done.accept(result);
            return;
        }
        service.askAll(closest, key, findings -> {
            Optional<DhtRecord> ours = findings.newest().filter(store::isSignedByUs);
            if (ours.isPresent()) {
                send(closest, compose(value.apply(ours), ours.get().sequence()), progress, done);
            } else {
                done.accept(result);
            }
        });
    }

    private void send(
            List<Contact> closest, DhtRecord sent, Consumer<StoreResult> progress, Consumer<StoreResult> done) {
        StoreResult[] result = {StoreResult.NONE};
        int[] left = {closest.size() + 1};
        Runnable one = () -> {
            if (--left[0] == 0) {
                done.accept(result[0]);
            }
        };
        for (Contact contact : closest) {
            service.storeAt(contact, key, sent, outcome -> {
                result[0] = result[0].plus(outcome);
                if (outcome == StoreOutcome.KEPT) {
                    progress.accept(result[0]);
                }
                one.run();
            });
        }
        one.run();
    }
}
