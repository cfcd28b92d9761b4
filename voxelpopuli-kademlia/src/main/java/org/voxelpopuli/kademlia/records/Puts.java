package org.voxelpopuli.kademlia.records;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Cancellable;

/**
 * The puts of this node under one key: those of one round are served by the latest of them, the others wait for its end. Used on the node's worker alone.
 */
final class Puts {
    /** Somebody's wish to store a value. */
    private static final class Put {
        private final Writing writing;
        private final int enough;
        private final Consumer<StoreResult> done;
        private boolean told;

        Put(Writing writing, int enough, Consumer<StoreResult> done) {
            this.writing = writing;
            this.enough = enough;
            this.done = done;
        }

        void kept(StoreResult result) {
            if (result.kept() >= enough) {
                over(result);
            }
        }

        void over(StoreResult result) {
            if (!told) {
                told = true;
                done.accept(result);
            }
        }
    }

    private final NodeId key;
    private final RecordNetwork network;
    private final Runnable whenIdle;
    private final Set<Put> waiting = new LinkedHashSet<>();
    private @Nullable Round round;

    Puts(NodeId key, RecordNetwork network, Runnable whenIdle) {
        this.key = key;
        this.network = network;
        this.whenIdle = whenIdle;
    }

    Cancellable add(Writing writing, int enough, Consumer<StoreResult> done) {
        Put put = new Put(writing, enough, done);
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
            whenIdle.run();
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
                latest().writing.send(result.closest(), this::kept, this::end);
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

        private void kept(StoreResult result) {
            List.copyOf(served).forEach(put -> put.kept(result));
        }

        private void end(StoreResult result) {
            next();
            List.copyOf(served).forEach(put -> put.over(result));
        }
    }
}
