package org.voxelpopuli.kademlia;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.routing.BucketRange;
import org.voxelpopuli.runtime.Worker;

/**
 * Looks up a random id in each bucket that needs it (SPEC V2.3, V2.4), a few at a time, and our own id, which refreshes all that is nearer
 * than our closest neighbour. Used on the node's worker alone.
 */
final class BucketRefresh {
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int AT_ONCE = 3;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

    private final NodeLoop node;
    private final ArrayDeque<Runnable> whenDone = new ArrayDeque<>();
    private final ArrayDeque<BucketRange> queue = new ArrayDeque<>();
    private int running;
    private Worker.@Nullable Timer ownTimer;

    BucketRefresh(NodeLoop node) {
        this.node = node;
    }

    /**
     * Looks up our own id, then refreshes every bucket farther away than our closest neighbour, then looks up our own id again: of two neighbours
     * that join at the same moment, neither is known to the others when the first of these lookups asks for it. From then on our own id is looked up
     * with pauses that double up to an hour: of nodes that start together on a busy machine some answer too late to be known at first.
     */
    void join(Runnable ownLookedUp, Runnable done) {
        long began = node.now();
        lookUpOwnAfter(FIRST_PAUSE);
        node.lookup(node.own(), result -> {
            ownLookedUp.run();
            whenDone.add(() -> node.lookup(node.own(), again -> done.run()));
            enqueue(node.table().staleRanges(began));
        });
    }

    private void lookUpOwnAfter(Duration pause) {
        if (ownTimer != null) {
            ownTimer.cancel();
        }
        ownTimer = node.worker().schedule(pause, () -> {
            Duration twice = pause.multipliedBy(2);
            lookUpOwnAfter(twice.compareTo(EVERY) < 0 ? twice : EVERY);
            node.lookup(node.own(), result -> {});
        });
    }

    /** Refreshes what has not been looked up for an hour. */
    void maintain() {
        long hourAgo = node.now() - EVERY.toNanos();
        if (queue.isEmpty()) {
            enqueue(node.table().staleRanges(hourAgo));
        }
    }

    private void enqueue(List<BucketRange> ranges) {
        queue.addAll(ranges);
        next();
    }

    private void next() {
        while (running < AT_ONCE && !queue.isEmpty()) {
            BucketRange range = queue.remove();
            running++;
            NodeId target = range.randomId(node.own(), node.random());
            node.lookup(target, result -> {
                running--;
                next();
            });
        }
        if (running == 0 && queue.isEmpty()) {
            while (!whenDone.isEmpty()) {
                whenDone.remove().run();
            }
        }
    }
}
