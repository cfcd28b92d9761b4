package org.voxelpopuli.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServedElsewhereException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditId;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.edits.HybridClock;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.replication.ChunkCopies;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * One loaded chunk: its blocks, its clients, its players. What clients send waits in the inbox until the next tick, which applies it and
 * gives the edits to be kept; the clients see an edit, and its author hears that it is done, as soon as it is kept (SPEC V7.1, DESIGN D3). Belongs to
 * its shard's worker.
 *
 * <p>It is done, and its shard forgets it, once it has no clients and every edit is durable: whoever loads the chunk next reads them
 * from the store.
 */
final class ChunkActor {
    private static final Logger log = LoggerFactory.getLogger(ChunkActor.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** Clients of protocol v2 hear the time once in so many ticks, which is also the sign that the server lives. */
    private static final int TICKS_PER_TIME = 20;

    /** Where more blocks than these changed at once, the whole chunk is not much longer. */
    private static final int MAX_CHANGES = 512;

    private final ChunkPos position;
    private final ServerContext context;
    private final List<BlockChangeListener> listeners;
    private final Worker worker;
    private final HybridClock stamps;
    private final ResidentPlayers players;
    private final UnsavedEdits unsaved;
    private final Set<ChunkClient> clients = new LinkedHashSet<>();
    /** Clients who have not read enough to be shown the blocks: later they are shown the latest. */
    private final Set<ChunkClient> behind = new LinkedHashSet<>();

    private final Queue<Runnable> inbox = new ArrayDeque<>();

    /** What waits until the blocks are there, or cannot be made. */
    private final List<Waiting> waiting = new ArrayList<>();

    /** The blocks as everybody sees them: the terrain with the edits that are kept. */
    private @Nullable Chunk chunk;
    /** The edits that are kept. */
    private final EditLog edits = new EditLog();

    private long version;
    private long ticks;
    /** The blocks were loaded again, and may be others than the clients saw. */
    private boolean reloaded;

    /** While the chunk is being handed over: completed when nothing is under way any more. */
    private @Nullable CompletableFuture<Void> paused;

    /** Who serves the chunk now; null while that is this node. */
    private @Nullable Claim winner;

    /** Why the blocks cannot be had, and nobody is here who could wait for them: the next who comes begins anew. */
    private @Nullable String broken;

    private int loadFailures;
    private long lastTickNanos;

    ChunkActor(
            ChunkPos position,
            ServerContext context,
            Residences residences,
            List<BlockChangeListener> listeners,
            Worker worker,
            HybridClock stamps) {
        this.position = position;
        this.context = context;
        this.listeners = listeners;
        this.worker = worker;
        this.stamps = stamps;
        this.players = new ResidentPlayers(position, context, residences, worker, new Clients());
        this.unsaved = new UnsavedEdits(position, context, worker, this::kept);
    }

    ChunkPos position() {
        return position;
    }

    /** Reads the edits from the store and lays them over the terrain. */
    void load() {
        var unused = context.store()
                .loadEdits(position)
                .whenComplete((stored, failure) -> worker.execute(() -> loaded(stored, failure)));
    }

    private void loaded(@Nullable EditBatch stored, @Nullable Throwable failure) {
        if (stored != null) {
            build(stored);
        } else if (++loadFailures == 1) {
            worker.schedule(RETRY, this::load);
        } else {
            // Never as unedited terrain: players would see, and build on, what is not so.
            String reason = "chunk " + position + " cannot be read now: "
                    + (failure == null ? "no reason given" : DhtSession.reason(failure));
            log.error("Whoever asks for it is refused, and it is tried again: {}", reason);
            log.debug("In full", failure);
            notLoaded(reason);
        }
    }

    /** Refuses whoever waits; for those who are here already, and for what is not kept yet, it is tried again. */
    private void notLoaded(String reason) {
        List<Waiting> here = List.copyOf(waiting);
        waiting.clear();
        here.forEach(who -> who.failed().accept(reason));
        if (clients.isEmpty() && unsaved.isEmpty()) {
            broken = reason;
        } else {
            worker.schedule(RETRY, this::load);
        }
    }

    private record Waiting(Consumer<Chunk> loaded, Consumer<String> failed) {}

    /** The generator may be a game's own: its failure refuses who waits, and is tried again for who is already here. */
    @SuppressWarnings("CatchingUnchecked")
    private void build(EditBatch stored) {
        try {
            chunk = terrainWith(stored);
        } catch (RuntimeException | StackOverflowError e) {
            log.error("The terrain of chunk {} could not be generated", position, e);
            notLoaded("chunk " + position + " could not be generated: " + e);
            return;
        }
        loadFailures = 0;
        List<Waiting> here = List.copyOf(waiting);
        waiting.clear();
        here.forEach(this::withChunk);
    }

    private Chunk terrainWith(EditBatch stored) {
        Chunk built = context.terrain().generate(position);
        // What was kept while the store was read may not be in what it read.
        var unused = edits.merge(stored);
        for (Edit edit : edits.edits()) {
            built.set(edit.voxel(), edit.block());
            stamps.observe(edit.stamp());
        }
        return built;
    }

    /** Runs something with the blocks, now or when they are loaded; or, if they cannot be made, something with the reason. */
    void withChunk(Consumer<Chunk> loaded, Consumer<String> failed) {
        withChunk(new Waiting(loaded, failed));
    }

    private void withChunk(Waiting who) {
        Chunk present = chunk;
        if (present != null) {
            who.loaded().accept(present);
        } else if (broken != null) {
            who.failed().accept(broken);
        } else {
            waiting.add(who);
        }
    }

    /** Makes somebody a client, and shows it the chunk and its players; or says why not. A client that is one already is shown them again. */
    void attach(ChunkClient client, Consumer<String> refused) {
        withChunk(
                blocks -> {
                    client.accepted();
                    Claim served = winner;
                    if (served != null) {
                        client.redirect(served.server());
                        return;
                    }
                    clients.add(client);
                    show(client, blocks());
                    players.showAllTo(packet -> tell(client, message(packet)));
                    client.flush();
                },
                refused);
    }

    /** The connection ended; its own player leaves. */
    void detach(ChunkClient client) {
        nextTick(() -> drop(client));
    }

    /** Does something in the next tick; at once, if there will be none, since the chunk is served elsewhere. */
    private void nextTick(Runnable task) {
        if (winner == null) {
            inbox.add(task);
        } else {
            task.run();
        }
    }

    private void drop(ChunkClient client) {
        clients.remove(client);
        behind.remove(client);
        players.leave(client);
    }

    /** Queues a packet for the next tick. */
    void receive(ChunkClient client, ClientPacket packet) {
        nextTick(() -> {
            client.queued.decrementAndGet();
            if (clients.contains(client)) {
                String kind = packet.getClass().getSimpleName();
                @Nullable String refusal = apply(client, packet);
                context.observer().packetReceived(kind, refusal == null);
                if (refusal != null) {
                    client.refused(kind, refusal);
                }
            }
        });
    }

    /** Queues a client's change of a block for the next tick. */
    void change(ChunkClient client, EditId id, int voxel, int block) {
        nextTick(() -> {
            client.queued.decrementAndGet();
            if (clients.contains(client)) {
                String refusal = apply(client, id, voxel, block);
                context.observer().packetReceived("ChangeBlock", refusal == null);
                if (refusal != null) {
                    client.refused("ChangeBlock", refusal);
                    client.editRefused(id.number(), refusal);
                }
            }
        });
    }

    /** Queues a change made by this process; completes when it is kept. */
    void change(int voxel, int block, CompletableFuture<Void> kept) {
        withChunk(
                blocks -> nextTick(() -> {
                    Claim served = winner;
                    if (served != null) {
                        kept.completeExceptionally(new ServedElsewhereException(position, served.server()));
                        return;
                    }
                    apply(voxel, block, null);
                    unsaved.whenKept(kept);
                }),
                reason -> kept.completeExceptionally(new IllegalStateException(reason)));
    }

    private @Nullable String apply(ChunkClient client, ClientPacket packet) {
        long now = context.environment().clock().nanos();
        if (packet instanceof ClientPacket.ChangeBlock change) {
            String refusal = refusal(change.block());
            if (refusal == null) {
                apply(BlockPos.voxel(change.x(), change.y(), change.z()), change.block(), null);
                players.heardFrom(client, now);
            }
            return refusal;
        }
        return players.apply(client, packet, now);
    }

    /** Applies an edit once, however often it is asked for, and tells its author when it is kept. */
    private @Nullable String apply(ChunkClient client, EditId id, int voxel, int block) {
        if (edits.hasApplied(id)) {
            keepAgain(id, voxel);
        } else if (!unsaved.has(id)) {
            String refusal = refusal(block);
            if (refusal == null) {
                refusal = unsaved.trouble().orElse(null);
            }
            if (refusal != null) {
                return refusal;
            }
            apply(voxel, block, id);
        }
        players.heardFrom(client, context.environment().clock().nanos());
        CompletableFuture<Void> kept = new CompletableFuture<>();
        unsaved.whenKept(kept);
        var unused = kept.thenRun(() -> client.editAccepted(id.number()));
        return null;
    }

    /** What was read from the own disk may be nowhere else: an earlier owner may have died before another node had it. */
    private void keepAgain(EditId id, int voxel) {
        edits.at(voxel).ifPresent(edit -> unsaved.add(edit, id));
    }

    private @Nullable String refusal(int block) {
        if (context.blockTypes().contains(block)) {
            return null;
        }
        return "block type " + block + " is not registered here, allowed are "
                + context.blockTypes().all().stream()
                        .map(type -> String.valueOf(type.id()))
                        .toList();
    }

    private void apply(int voxel, int block, @Nullable EditId id) {
        unsaved.add(
                new Edit(voxel, block, stamps.next(context.environment().clock().wallMillis())), id);
    }

    /** These edits outlive this process: now they are shown, and then whoever was promised hears of it. */
    private void kept(EditBatch batch, List<CompletableFuture<Void>> promised) {
        guarded(() -> show(edits.merge(batch)));
        promised.forEach(promise -> promise.complete(null));
        clients.forEach(ChunkClient::flush);
        if (paused != null && unsaved.isEmpty()) {
            paused.complete(null);
        }
    }

    private void show(EditBatch news) {
        Chunk blocks = chunk;
        if (blocks == null || news.edits().isEmpty()) {
            return;
        }
        Map<Integer, Integer> before = new LinkedHashMap<>();
        for (Edit edit : news.edits()) {
            before.putIfAbsent(edit.voxel(), blocks.set(edit.voxel(), edit.block()));
        }
        before.entrySet().removeIf(entry -> entry.getValue() == blocks.get(entry.getKey()));
        showChanges(blocks, before.keySet());
        before.forEach((voxel, previous) -> {
            BlockPos block = BlockPos.ofVoxel(position, voxel);
            listeners.forEach(listener -> listener.blockChanged(block, previous, blocks.get(voxel)));
        });
    }

    /** Who speaks the seed's dialect is shown the chunk even if it looks as before: it has no other answer. */
    private void showChanges(Chunk blocks, Set<Integer> voxels) {
        if (!voxels.isEmpty()) {
            version++;
        }
        ChunkMessage all = blocks();
        ChunkMessage news = voxels.size() > MAX_CHANGES ? all : changes(blocks, voxels);
        for (ChunkClient client : clients) {
            if (client.dialect() == ChunkClient.Dialect.SEED || behind.contains(client)) {
                show(client, all);
            } else if (!voxels.isEmpty()) {
                show(client, news);
            }
        }
    }

    private void showAll() {
        version++;
        ChunkMessage blocks = blocks();
        clients.forEach(client -> show(client, blocks));
    }

    private void show(ChunkClient client, ChunkMessage blocks) {
        if (client.show(blocks)) {
            behind.remove(client);
            context.observer().packetSent(blocks.kind(), blocks.bytes(client.dialect()).length);
        } else {
            behind.add(client);
        }
    }

    private ChunkMessage blocks() {
        Chunk present = chunk;
        if (present == null) {
            throw new IllegalStateException("the blocks of a chunk that is not loaded");
        }
        return new ChunkMessage(
                context, new ServerPacket.ChunkData(present), new ServerFrame.ChunkState(position, version, present));
    }

    private ChunkMessage changes(Chunk blocks, Set<Integer> voxels) {
        List<ServerFrame.Changed> changed = voxels.stream()
                .map(voxel -> new ServerFrame.Changed(voxel, blocks.get(voxel)))
                .toList();
        return new ChunkMessage(
                context, new ServerPacket.ChunkData(blocks), new ServerFrame.BlocksChanged(position, version, changed));
    }

    private ChunkMessage message(ServerPacket packet) {
        return new ChunkMessage(context, packet, new ServerFrame.InChunk(position, packet));
    }

    private void tell(ChunkClient client, ChunkMessage message) {
        byte[] bytes = message.bytes(client.dialect());
        client.enqueue(bytes);
        context.observer().packetSent(message.kind(), bytes.length);
    }

    private final class Clients implements ResidentPlayers.Audience {
        @Override
        public void tell(ChunkClient client, ServerPacket packet) {
            ChunkActor.this.tell(client, message(packet));
        }

        @Override
        public void tellAllBut(@Nullable ChunkClient one, ServerPacket packet) {
            ChunkMessage message = message(packet);
            for (ChunkClient client : clients) {
                if (client != one) {
                    ChunkActor.this.tell(client, message);
                }
            }
        }
    }

    /** Applies what came in, tells the clients, gives the edits to be kept, removes who is gone. */
    void tick(long nowNanos, byte[] time) {
        guarded(() -> applyAndTell(nowNanos, time));
    }

    /** A bug in one chunk stops that chunk, never the worker and the chunks beside it. */
    @SuppressWarnings("CatchingUnchecked")
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            log.error("Chunk {} failed and is loaded again from the store", position, e);
            restart();
        }
    }

    private void applyAndTell(long nowNanos, byte[] time) {
        if (chunk == null) {
            return;
        }
        if (paused == null) {
            for (Runnable received = inbox.poll(); received != null; received = inbox.poll()) {
                received.run();
            }
        } else if (unsaved.isEmpty()) {
            paused.complete(null);
        }
        players.removeSilent(nowNanos);
        players.saveMoved(nowNanos);
        unsaved.flush();
        if (reloaded) {
            reloaded = false;
            showAll();
        } else if (!behind.isEmpty()) {
            ChunkMessage blocks = blocks();
            List.copyOf(behind).forEach(client -> show(client, blocks));
        }
        boolean timeForFrames = ticks++ % TICKS_PER_TIME == 0;
        for (ChunkClient client : clients) {
            if (client.dialect() == ChunkClient.Dialect.SEED) {
                client.enqueue(time);
            } else if (timeForFrames) {
                tell(client, message(context.time()));
            }
            client.flush();
        }
        dropSlow(nowNanos);
    }

    private void dropSlow(long nowNanos) {
        List<ChunkClient> slow =
                clients.stream().filter(client -> client.isTooSlow(nowNanos)).toList();
        for (ChunkClient client : slow) {
            log.info("{} reads too slowly from chunk {} and is dropped", client, position);
            client.abort();
            drop(client);
        }
    }

    /** Edits came from another node, and are kept. */
    void absorb(EditBatch batch) {
        batch.edits().forEach(edit -> stamps.observe(edit.stamp()));
        guarded(() -> show(edits.merge(batch)));
    }

    /** Applies nothing more; completes a future when all that was applied is kept. */
    void pause(CompletableFuture<Void> done) {
        paused = done;
        if (unsaved.isEmpty()) {
            done.complete(null);
        }
    }

    /** Goes on. */
    void resume() {
        paused = null;
    }

    /** Another node serves the chunk: the clients shall go there. What waits is not applied any more; who asked for it asks there. */
    void superseded(Claim claim) {
        winner = claim;
        List<ChunkClient> sent = List.copyOf(clients);
        clients.clear();
        behind.clear();
        sent.forEach(client -> {
            client.flush();
            client.redirect(claim.server());
        });
        var unused = players.leaveAll();
        for (Runnable received = inbox.poll(); received != null; received = inbox.poll()) {
            received.run();
        }
    }

    /** Ends all subscriptions; what these clients sent, and is not applied yet, never will be here. They may come back at once. */
    void sendAway(String reason) {
        for (ChunkClient client : List.copyOf(clients)) {
            drop(client);
            client.gone(reason);
        }
    }

    void ticked(long nanos) {
        lastTickNanos = nanos;
    }

    /** Throws the blocks away and loads them again. Clients, players and what waits in the inbox stay; what failed is gone from it. */
    private void restart() {
        chunk = null;
        reloaded = true;
        worker.schedule(RETRY, this::load);
    }

    /** Whether nothing is left to do, so that the chunk can be unloaded. */
    boolean isDone() {
        return broken != null
                || winner != null
                || (chunk != null && clients.isEmpty() && inbox.isEmpty() && unsaved.isEmpty());
    }

    /** The last of it: players leave and are saved, edits are kept, clients hear it and are sent away. Completes when that is done. */
    CompletableFuture<Void> end() {
        CompletableFuture<Void> playersSaved = players.leaveAll();
        clients.forEach(ChunkClient::flush);
        CompletableFuture<Void> kept = unsaved.flushAll().whenComplete((done, failure) -> List.copyOf(clients)
                .forEach(client -> client.gone("this node is shutting down")));
        return CompletableFuture.allOf(playersSaved, kept);
    }

    ChunkInfo info(ServerAddress owner) {
        return new ChunkInfo(
                position,
                owner,
                chunk != null,
                clients.size(),
                players.names(),
                lastTickNanos / 1000,
                edits.size(),
                ChunkCopies.NONE);
    }

    List<PlayerInfo> playerInfos(long nowNanos) {
        return players.infos(nowNanos);
    }
}
