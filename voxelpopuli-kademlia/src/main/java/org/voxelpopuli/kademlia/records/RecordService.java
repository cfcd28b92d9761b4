package org.voxelpopuli.kademlia.records;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Answer;
import org.voxelpopuli.kademlia.lookup.Cancellable;
import org.voxelpopuli.kademlia.lookup.LookupResult;
import org.voxelpopuli.kademlia.rpc.FindArguments;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.runtime.Worker;

/**
 * Storing and finding records of one kind in the network (SPEC V3.4). Used on the node's worker alone, where all consumers are called.
 *
 * <p><b>Which of differing values is the newest?</b> The seed's dialect has no place for a stamp. So each holder keeps the value that came
 * last, puts of one node under one key are sent one after another, and a finder takes the value that most of the k closest hold: a holder
 * that missed the last put is outvoted. Between equal numbers our own copy wins, unless it comes from disk and was not heard since. Republishing
 * and handing over never replace a differing value, so an old copy cannot spread; whoever finds his copy outvoted takes over the other.
 *
 * <pre>{@code
 * service.put(key, WireValue.of("hello"), false, kept -> System.out.println(kept + " nodes keep it"));
 * service.find(key, true, values -> System.out.println(values.size() + " different values"));
 * }</pre>
 */
public final class RecordService {
    private final RecordStore store;
    private final StoreRecordRpc storeRpc;
    private final FindRecordRpc findRpc;
    private final RecordNetwork network;
    private final Map<NodeId, Puts> puts = new HashMap<>();
    private final Republisher republisher;
    private final Handover handover;

    /** Works with these procedures, which serve the same store. */
    public RecordService(
            RecordStore store, StoreRecordRpc storeRpc, FindRecordRpc findRpc, RecordNetwork network, Worker worker) {
        this.store = store;
        this.storeRpc = storeRpc;
        this.findRpc = findRpc;
        this.network = network;
        this.republisher = new Republisher(this, store, network);
        this.handover = new Handover(this, store, network, worker);
    }

    /** What this node holds. */
    public RecordStore store() {
        return store;
    }

    /**
     * Stores a value at the k nodes closest to the key; we may be one of them. If an earlier put under this key still runs, this one waits for
     * it, and replaces others that wait.
     *
     * @param keepHere whether we keep a copy in any case, and at once
     * @param done is told the number of nodes that keep it
     * @return gives the put up, unless others wait for the same. A value that is already being sent goes on to its nodes
     */
    public Cancellable put(NodeId key, WireValue value, boolean keepHere, Consumer<Integer> done) {
        return put(key, value, keepHere, Integer.MAX_VALUE, done);
    }

    /**
     * As {@link #put(NodeId, WireValue, boolean, Consumer)}, for one who need not wait for all.
     *
     * @param enough once so many nodes keep it, the caller is told; the others go on
     */
    public Cancellable put(NodeId key, WireValue value, boolean keepHere, int enough, Consumer<Integer> done) {
        if (keepHere) {
            store.keep(key, value);
        }
        return puts.computeIfAbsent(key, Puts::new).add(new Put(value, enough, done));
    }

    /**
     * Finds the values under a key, those that most nodes hold first; none if there are none.
     *
     * @param all whether all of the k closest shall be asked, even where the kind allows to end with the first value
     * @return gives the search up
     */
    public Cancellable find(NodeId key, boolean all, Consumer<List<WireValue>> done) {
        RecordStore.Held own = store.held(key);
        boolean firstEnds = store.kind().firstValueEnds() && !all;
        if (firstEnds && own != null) {
            done.accept(List.of(own.value()));
            return Cancellable.OVER;
        }
        return network.<WireValue>lookup(
                key,
                (contact, late, answer) -> network.ask(contact, findRpc, new FindArguments(key), late, answer),
                firstEnds,
                result -> done.accept(ranked(
                        store.held(key),
                        result.values().stream().map(LookupResult.Found::value).toList())));
    }

    /** It was learned that this is the value under a key now: if we hold another, it is out of date. */
    public void learned(NodeId key, WireValue value) {
        if (store.get(key).filter(held -> !held.equals(value)).isPresent()) {
            store.keep(key, value);
        }
    }

    /** The distinct values, the newest first, as said above. */
    static List<WireValue> ranked(RecordStore.@Nullable Held own, List<WireValue> others) {
        Map<WireValue, Integer> votes = new LinkedHashMap<>();
        if (own != null && own.heard()) {
            votes.put(own.value(), 1);
        }
        for (WireValue value : others) {
            votes.merge(value, 1, Integer::sum);
        }
        if (own != null && !own.heard()) {
            votes.merge(own.value(), 1, Integer::sum);
        }
        // The sort is stable: among equals the order of arrival stays.
        return votes.entrySet().stream()
                .sorted(Map.Entry.<WireValue, Integer>comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** A node has come into our table; it gets the records that it is now among the closest to (SPEC V2.8). */
    public void newcomer(Contact contact) {
        handover.newcomer(contact);
    }

    /** Expires and republishes; called about once a minute. */
    public void maintain() {
        republisher.run(store.expireAndFindDue());
    }

    /** Asks one node what it holds under a key; tells empty if it does not answer. */
    void ask(Contact node, NodeId key, Consumer<Optional<Answer<WireValue>>> answer) {
        network.call(node, findRpc, new FindArguments(key), answer);
    }

    /** Stores at one node; a second time if the first is not answered. */
    void storeAt(Contact node, NodeId key, WireValue value, Consumer<Boolean> done) {
        StoreRecordRpc.Arguments arguments = new StoreRecordRpc.Arguments(key, value);
        network.call(node, storeRpc, arguments, first -> {
            if (first.isPresent()) {
                done.accept(first.get());
            } else {
                network.call(node, storeRpc, arguments, second -> done.accept(second.orElse(false)));
            }
        });
    }

    /**
     * Stores a value at nodes that a lookup of the key has just found; we may be one of them.
     *
     * @param done is told the number of nodes that keep it
     */
    public void storeAt(List<Contact> closest, NodeId key, WireValue value, Consumer<Integer> done) {
        storeAt(closest, key, value, kept -> {}, done);
    }

    /** @param progress is told the number of nodes that keep it whenever there is one more */
    private void storeAt(
            List<Contact> closest, NodeId key, WireValue value, IntConsumer progress, Consumer<Integer> done) {
        int[] left = {closest.size() + 1};
        int[] kept = {0};
        Consumer<Boolean> one = ok -> {
            if (ok) {
                progress.accept(++kept[0]);
            }
            if (--left[0] == 0) {
                done.accept(kept[0]);
            }
        };
        for (Contact contact : closest) {
            if (contact.id().equals(network.self().id())) {
                one.accept(store.keep(key, value));
            } else {
                storeAt(contact, key, value, one);
            }
        }
        one.accept(false);
    }

    /** Somebody's wish to store a value. */
    private static final class Put {
        private final WireValue value;
        private final int enough;
        private final Consumer<Integer> done;
        private boolean told;

        Put(WireValue value, int enough, Consumer<Integer> done) {
            this.value = value;
            this.enough = enough;
            this.done = done;
        }

        void kept(int count) {
            if (count >= enough) {
                over(count);
            }
        }

        void over(int count) {
            if (!told) {
                told = true;
                done.accept(count);
            }
        }
    }

    /** The puts under one key: those of one round are served by the latest of them, the others wait for its end. */
    private final class Puts {
        private final NodeId key;
        private final Set<Put> waiting = new LinkedHashSet<>();
        private @Nullable Round round;

        Puts(NodeId key) {
            this.key = key;
        }

        Cancellable add(Put put) {
            waiting.add(put);
            if (round == null) {
                next();
            }
            return () -> {
                waiting.remove(put);
                if (round != null) {
                    round.cancel(put);
                }
            };
        }

        private void next() {
            if (waiting.isEmpty()) {
                round = null;
                puts.remove(key);
            } else {
                round = new Round(List.copyOf(waiting));
                waiting.clear();
                round.begin();
            }
        }

        private final class Round {
            private final Set<Put> served;
            private Cancellable lookup = Cancellable.OVER;
            private boolean sending;

            Round(List<Put> served) {
                this.served = new LinkedHashSet<>(served);
            }

            void begin() {
                lookup = network.lookup(key, result -> {
                    sending = true;
                    storeAt(result.closest(), key, latest().value, this::kept, this::end);
                });
            }

            private Put latest() {
                List<Put> all = List.copyOf(served);
                return all.get(all.size() - 1);
            }

            /** What is being sent is waited for, else the next value could be overtaken by it. */
            void cancel(Put put) {
                if (served.remove(put) && served.isEmpty() && !sending) {
                    lookup.cancel();
                    next();
                }
            }

            private void kept(int count) {
                List.copyOf(served).forEach(put -> put.kept(count));
            }

            private void end(int count) {
                next();
                List.copyOf(served).forEach(put -> put.over(count));
            }
        }
    }
}
