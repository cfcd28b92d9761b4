package org.voxelpopuli.kademlia.records;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Answer;
import org.voxelpopuli.kademlia.lookup.Cancellable;
import org.voxelpopuli.kademlia.rpc.FindArguments;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.runtime.Worker;

/**
 * Storing and finding records of one kind in the network (SPEC V3.4). Used on the node's worker alone, where all consumers are called.
 *
 * <p><b>Which of differing records is the newest?</b> Of signed ones the kind's {@link ReplacementRule} tells it, by their sequences. Holders go by it, so an old copy
 * cannot spread, and a finder takes the newest of what several of them hold, and brings it to those who have missed it.
 *
 * <p>The seed's dialect has no place for a sequence. So of unsigned records each holder keeps the one that came
 * last, puts of one node under one key are sent one after another, and a finder takes the value that most of the k closest hold: a holder
 * that missed the last put is outvoted. Republishing and handing over never replace a differing value, so an old copy cannot spread; whoever finds his copy
 * outvoted takes over the other.
 *
 * <pre>{@code
 * service.put(key, WireValue.of("hello"), false, result -> System.out.println(result.kept() + " nodes keep it"));
 * service.find(key, true, values -> System.out.println(values.size() + " different values"));
 * }</pre>
 */
public final class RecordService {
    private static final int MAX_SEEN = 4_096;

    private final RecordStore store;
    private final StoreRecordRpc storeRpc;
    private final FindRecordRpc findRpc;
    private final RecordNetwork network;
    private final Worker worker;
    private final Map<NodeId, Puts> puts = new HashMap<>();
    private final Republisher republisher;
    private final Handover handover;

    /**
     * A sequence that was seen.
     *
     * @param ours the record, if we have signed it
     */
    private record Seen(long sequence, @Nullable DhtRecord ours) {}

    /** The highest sequences that we saw lately, ours or others', so that the next one of ours is higher. */
    private final Map<NodeId, Seen> seen = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, Seen> eldest) {
            return size() > MAX_SEEN;
        }
    };

    /** Works with these procedures, which serve the same store. */
    public RecordService(
            RecordStore store, StoreRecordRpc storeRpc, FindRecordRpc findRpc, RecordNetwork network, Worker worker) {
        this.store = store;
        this.storeRpc = storeRpc;
        this.findRpc = findRpc;
        this.network = network;
        this.worker = worker;
        this.republisher = new Republisher(this, store, network);
        this.handover = new Handover(this, store, network, worker);
    }

    /** From now on a record that would replace another node's is taken only from one of the k closest to its key, and if this allows it. */
    public void guard(Succession succession) {
        store.guard(new Challenges(store, network, worker, succession));
    }

    /** What this node holds. */
    public RecordStore store() {
        return store;
    }

    /**
     * Stores a value at the k nodes closest to the key; we may be one of them. If an earlier put under this key still runs, this one waits for
     * it, and replaces others that wait.
     *
     * @param keepHere whether we keep a copy in any case, and at once if nobody need be asked first
     * @param done is told what became of it
     * @return gives the put up, unless others wait for the same. A value that is already being sent goes on to its nodes
     */
    public Cancellable put(NodeId key, WireValue value, boolean keepHere, Consumer<StoreResult> done) {
        return put(key, value, keepHere, Integer.MAX_VALUE, done);
    }

    /**
     * As {@link #put(NodeId, WireValue, boolean, Consumer)}, for one who need not wait for all.
     *
     * @param enough once so many nodes keep it, the caller is told; the others go on
     */
    public Cancellable put(NodeId key, WireValue value, boolean keepHere, int enough, Consumer<StoreResult> done) {
        Writing writing = new Writing(this, key, value, keepHere);
        return puts.computeIfAbsent(key, k -> new Puts(k, network, () -> puts.remove(k)))
                .add(writing, enough, done);
    }

    /**
     * Stores a value that depends on what is held: the k nodes closest to the key are found and asked, and what follows the newest of it is stored there. If that is its very
     * value, it is stored again as it is.
     *
     * @param next gives the value from the newest record, empty if there is none; called on the worker
     * @param done is told what became of it
     */
    public void putNext(NodeId key, Function<Optional<DhtRecord>, WireValue> next, Consumer<StoreResult> done) {
        var unused = puts.computeIfAbsent(key, k -> new Puts(k, network, () -> puts.remove(k)))
                .add(new Writing(this, key, next, false), Integer.MAX_VALUE, done);
    }

    /**
     * Stores a value at the k nodes closest to the key, with a sequence that the caller knows, and asks nobody. Of several that run under one key the latest counts.
     *
     * @param sequence of the record, where records are signed
     */
    public void putAt(NodeId key, WireValue value, long sequence, Consumer<StoreResult> done) {
        var unused = puts.computeIfAbsent(key, k -> new Puts(k, network, () -> puts.remove(k)))
                .add(new Writing(this, key, value, sequence), Integer.MAX_VALUE, done);
    }

    /**
     * Stores a value at nodes that a lookup of the key has just found; we may be one of them.
     *
     * @param done is told what became of it
     */
    public void storeAt(List<Contact> closest, NodeId key, WireValue value, Consumer<StoreResult> done) {
        new Writing(this, key, value, false).send(closest, result -> {}, done);
    }

    /**
     * Finds the values under a key, the newest first; none if there are none.
     *
     * @param all whether all of the k closest shall be asked, even where the kind allows to end with fewer
     * @return gives the search up
     */
    public Cancellable find(NodeId key, boolean all, Consumer<List<WireValue>> done) {
        return findWithHolders(key, all, (values, closest) -> done.accept(values));
    }

    /**
     * As {@link #find}, for one who may {@linkplain #storeAt(List, NodeId, WireValue, Consumer) store} what follows from it.
     *
     * @param done is told the values, and who should hold them: the closest nodes, all of whom were asked, ourselves perhaps among them; none if fewer were asked
     */
    public Cancellable findWithHolders(NodeId key, boolean all, BiConsumer<List<WireValue>, List<Contact>> done) {
        int enough = all ? RecordKind.ALL : store.kind().enough();
        return new Search(key, enough, this, store, network, done).begin();
    }

    /** It was learned that this is the value under a key now: if we hold another that is not signed, it is out of date. */
    public void learned(NodeId key, WireValue value) {
        DhtRecord record = DhtRecord.unsigned(value);
        if (store.get(key)
                .filter(held -> !held.isSigned() && !held.equals(record))
                .isPresent()) {
            store.adopt(key, record);
        }
    }

    /** A node has come into our table; it gets the records that it is now among the closest to (SPEC V2.8). */
    public void newcomer(Contact contact) {
        handover.newcomer(contact);
    }

    /** Expires and republishes; called about once a minute. */
    public void maintain() {
        republisher.run(store.expireAndFindDue());
    }

    // For the parts of it

    RecordNetwork network() {
        return network;
    }

    /** A record was seen or made. */
    void seen(NodeId key, DhtRecord record) {
        long sequence = store.toExceed(record);
        if (sequence >= 0) {
            seen.merge(
                    key,
                    new Seen(sequence, store.isSignedByUs(record) ? record : null),
                    (before, now) -> now.sequence > highest(before) ? now : before);
        }
    }

    /** The highest sequence that we know of and must exceed; -1 for none. */
    long highestSeen(NodeId key) {
        long held = store.get(key)
                .filter(record -> !store.isOfWrongClock(record))
                .map(store::toExceed)
                .orElse(-1L);
        return Math.max(held, highest(seen.get(key)));
    }

    private long highest(@Nullable Seen before) {
        return before == null || (before.ours != null && store.isOfWrongClock(before.ours)) ? -1 : before.sequence;
    }

    /** A record was found to be the newest: if we hold an older one, or should hold it, we take it. */
    void takeOver(NodeId key, DhtRecord newest, boolean shouldHold) {
        if (shouldHold || store.get(key).isPresent()) {
            store.offerOwn(key, newest);
        }
    }

    /** Asks a node in a lookup what it holds under a key. */
    void query(Contact node, NodeId key, Runnable late, Consumer<Optional<Answer<DhtRecord>>> answer) {
        network.ask(node, findRpc, new FindArguments(key), late, answer);
    }

    /** Asks one node what it holds under a key; tells empty if it does not answer. */
    void ask(Contact node, NodeId key, Consumer<Optional<Answer<DhtRecord>>> answer) {
        network.call(node, findRpc, new FindArguments(key), answer);
    }

    /** Asks nodes what they hold under a key, ourselves included. */
    void askAll(List<Contact> nodes, NodeId key, Consumer<Findings> done) {
        Findings findings = new Findings(key, store);
        int[] left = {nodes.size() + 1};
        Runnable one = () -> {
            if (--left[0] == 0) {
                done.accept(findings);
            }
        };
        for (Contact node : nodes) {
            if (isSelf(node)) {
                one.run();
            } else {
                ask(node, key, answer -> {
                    answer.flatMap(Answer::value).ifPresent(record -> findings.add(node, record));
                    one.run();
                });
            }
        }
        one.run();
    }

    boolean isSelf(Contact contact) {
        return contact.id().equals(network.self().id());
    }

    /** Stores at one node, be it ourselves; a second time if the first is not answered. */
    void storeAt(Contact node, NodeId key, DhtRecord record, Consumer<StoreOutcome> done) {
        if (isSelf(node)) {
            done.accept(store.offerOwn(key, record));
            return;
        }
        StoreRecordRpc.Arguments arguments = new StoreRecordRpc.Arguments(key, record);
        network.call(node, storeRpc, arguments, first -> {
            if (first.isPresent()) {
                done.accept(first.get());
            } else {
                network.call(node, storeRpc, arguments, second -> done.accept(second.orElse(StoreOutcome.REFUSED)));
            }
        });
    }

    /**
     * Sees to it that a node holds a record that we hold, without replacing one that may be newer.
     *
     * @param theirs is told what it holds then; empty if that is unknown or nothing
     */
    void share(Contact node, NodeId key, DhtRecord record, Consumer<Optional<DhtRecord>> theirs) {
        Consumer<Boolean> kept = is -> theirs.accept(is ? Optional.of(record) : Optional.empty());
        if (record.isSigned()) {
            storeAt(node, key, record, outcome -> {
                if (outcome == StoreOutcome.TOO_OLD || outcome == StoreOutcome.NOT_OWNER) {
                    ask(node, key, answer -> theirs.accept(answer.flatMap(Answer::value)));
                } else {
                    kept.accept(outcome == StoreOutcome.KEPT);
                }
            });
            return;
        }
        ask(node, key, answer -> {
            Optional<DhtRecord> held = answer.flatMap(Answer::value);
            boolean stays = held.filter(other ->
                            !other.equals(record) && store.order(key, record, other) != ReplacementRule.Order.NEWER)
                    .isPresent();
            if (answer.isEmpty() || stays) {
                theirs.accept(held);
            } else {
                storeAt(node, key, record, outcome -> kept.accept(outcome == StoreOutcome.KEPT));
            }
        });
    }
}
