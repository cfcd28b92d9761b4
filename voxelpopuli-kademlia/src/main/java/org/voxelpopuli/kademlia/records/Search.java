package org.voxelpopuli.kademlia.records;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Answer;
import org.voxelpopuli.kademlia.lookup.Cancellable;
import org.voxelpopuli.kademlia.lookup.LookupResult;
import org.voxelpopuli.kademlia.lookup.Query;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * One search for what lies under a key. Used on the node's worker alone.
 *
 * <p>It ends once enough nodes hold the same record and nobody a newer one. Whoever answers with a record that cannot be believed counts as silent. Those who turn
 * out to hold an older signed record than they should, or none, are given the newest, {@value #MAX_REPAIRS} at most.
 */
final class Search implements Query<DhtRecord> {
    private static final int MAX_REPAIRS = 4;

    private final NodeId key;
    private final int enough;
    private final RecordService service;
    private final RecordStore store;
    private final RecordNetwork network;
    private final Findings findings;
    private final BiConsumer<List<WireValue>, List<Contact>> done;
    private boolean endedEarly;

    Search(
            NodeId key,
            int enough,
            RecordService service,
            RecordStore store,
            RecordNetwork network,
            BiConsumer<List<WireValue>, List<Contact>> done) {
        this.key = key;
        this.enough = enough;
        this.service = service;
        this.store = store;
        this.network = network;
        this.done = done;
        this.findings = new Findings(key, store);
    }

    Cancellable begin() {
        if (findings.areEnough(enough)) {
            finish(List.of());
            return Cancellable.OVER;
        }
        return network.lookup(key, store.kind().holders(), this, true, this::end);
    }

    @Override
    public void ask(Contact contact, Runnable late, Consumer<Optional<Answer<DhtRecord>>> answer) {
        service.query(contact, key, late, found -> answer.accept(judge(contact, found)));
    }

    /** What the lookup is told: a value only from the one whose answer makes enough of them. */
    private Optional<Answer<DhtRecord>> judge(Contact contact, Optional<Answer<DhtRecord>> answer) {
        Optional<DhtRecord> record = answer.flatMap(Answer::value);
        if (record.isEmpty()) {
            return answer;
        }
        if (!findings.add(contact, record.get())) {
            return Optional.empty();
        }
        endedEarly = findings.areEnough(enough);
        return endedEarly ? answer : Optional.of(Answer.of(List.of()));
    }

    private void end(LookupResult<DhtRecord> result) {
        Optional<DhtRecord> newest = findings.newest();
        if (newest.isPresent()) {
            service.seen(key, newest.get());
            if (newest.get().isSigned()) {
                repair(result.closest(), newest.get());
            }
        }
        finish(endedEarly ? List.of() : result.closest());
    }

    private void finish(List<Contact> closest) {
        done.accept(findings.ranked().stream().map(DhtRecord::value).toList(), closest);
    }

    private void repair(List<Contact> closest, DhtRecord newest) {
        // A search that ended early has asked nodes on its way that need not hold anything: who is nearer than a holder
        // should.
        int holdersEnd = closest.size();
        while (endedEarly && holdersEnd > 0 && !newest.equals(findings.of(closest.get(holdersEnd - 1)))) {
            holdersEnd--;
        }
        int left = MAX_REPAIRS;
        for (int i = 0; i < closest.size() && left > 0; i++) {
            Contact contact = closest.get(i);
            @Nullable DhtRecord theirs = findings.of(contact);
            boolean lacks =
                    theirs == null ? i < holdersEnd : store.order(key, newest, theirs) == ReplacementRule.Order.NEWER;
            if (service.isSelf(contact)) {
                service.takeOver(key, newest, lacks);
            } else if (lacks) {
                left--;
                service.storeAt(contact, key, newest, outcome -> {});
            }
        }
    }
}
