package org.voxelpopuli.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.HybridClock;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.world.ChunkPos;

/**
 * One worker of the pool with the loaded chunks that live on it. While none is loaded it does not tick. Its methods but
 * {@link #execute} and {@link #close} are called on the worker.
 */
final class ChunkShard {
    private static final Logger log = LoggerFactory.getLogger(ChunkShard.class);

    /** Clients wait for 5 s; whoever stood still for less has lost none. */
    private static final Duration STOOD_STILL = Duration.ofSeconds(3);

    private final ServerContext context;
    private final Residences residences;
    private final List<BlockChangeListener> listeners;
    private final Worker worker;
    private final TickLoop loop;
    private final HybridClock stamps;
    private final Map<ChunkPos, ChunkActor> loaded = new LinkedHashMap<>();
    private long lastTick;
    private boolean closing;

    ChunkShard(ServerContext context, Residences residences, List<BlockChangeListener> listeners, int number) {
        this.context = context;
        this.residences = residences;
        this.listeners = listeners;
        this.worker = context.environment().worker("voxelpopuli-chunks-" + number);
        this.loop = new TickLoop(
                worker, context.environment().clock(), context.settings().tick(), this::tick);
        this.stamps = new HybridClock(context.writer());
    }

    /** Runs something on this shard's worker; may be called from any thread. */
    void execute(Runnable task) {
        worker.execute(task);
    }

    /** Fails a promise that is not kept in time, with what the store says; may be called from any thread. */
    void expect(CompletableFuture<Void> stored, Duration limit) {
        if (stored.isDone()) {
            return;
        }
        Worker.Timer timer = worker.schedule(
                limit,
                () -> stored.completeExceptionally(new StoreException(
                        "this node's store did not keep it within " + limit.toSeconds() + " s: "
                                + context.store().status().writeError().orElse("it is busy"),
                        null)));
        var unused = stored.whenComplete((done, failure) -> timer.cancel());
    }

    /** The chunk's actor, which begins to load if it was not loaded; null once the server closes. */
    @Nullable
    ChunkActor open(ChunkPos position) {
        if (closing) {
            return null;
        }
        ChunkActor actor = loaded.get(position);
        if (actor == null) {
            if (loaded.isEmpty()) {
                lastTick = context.environment().clock().nanos();
            }
            actor = new ChunkActor(position, context, residences, listeners, worker, stamps);
            loaded.put(position, actor);
            actor.load();
            loop.start();
        }
        return actor;
    }

    /** The chunk's actor if it is loaded. */
    @Nullable
    ChunkActor loaded(ChunkPos position) {
        return loaded.get(position);
    }

    void forEachLoaded(Consumer<ChunkActor> visitor) {
        loaded.values().forEach(visitor);
    }

    private void tick() {
        sendAwayAfterAStandstill();
        byte[] time = context.encode(context.time());
        loaded.values().removeIf(actor -> {
            tick(actor, time);
            return actor.isDone();
        });
        if (loaded.isEmpty()) {
            loop.stop();
        }
    }

    /**
     * A process that was stopped, as by SIGSTOP or with its machine, finds what its clients sent before they gave it up. They have asked the next owner for the same
     * since, and built on; what is applied now would be stamped now, and win over that.
     */
    private void sendAwayAfterAStandstill() {
        long now = context.environment().clock().nanos();
        Duration still = Duration.ofNanos(now - lastTick);
        lastTick = now;
        if (still.compareTo(STOOD_STILL) > 0) {
            log.warn(
                    "This node stood still for {} ms: what its clients sent meanwhile is left out, they ask again whoever serves now",
                    still.toMillis());
            loaded.values().forEach(actor -> actor.sendAway("this node stood still for " + still.toSeconds() + " s"));
        }
    }

    private void tick(ChunkActor actor, byte[] time) {
        long begin = context.environment().clock().nanos();
        actor.tick(begin, time);
        long took = context.environment().clock().nanos() - begin;
        actor.ticked(took);
        context.observer().ticked(actor.position(), took);
    }

    /** Ends all chunks: players are saved, edits kept, clients closed. Completes when all of it is durable. */
    CompletableFuture<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        worker.execute(() -> {
            closing = true;
            loop.stop();
            byte[] time = context.encode(context.time());
            List<CompletableFuture<Void>> ending = new ArrayList<>();
            for (ChunkActor actor : loaded.values()) {
                if (!actor.isDone()) {
                    tick(actor, time);
                }
                ending.add(actor.end());
            }
            var unused = CompletableFuture.allOf(ending.toArray(CompletableFuture[]::new))
                    .whenComplete((done, failure) -> {
                        worker.close();
                        if (failure == null) {
                            closed.complete(null);
                        } else {
                            closed.completeExceptionally(failure);
                        }
                    });
        });
        return closed;
    }
}
