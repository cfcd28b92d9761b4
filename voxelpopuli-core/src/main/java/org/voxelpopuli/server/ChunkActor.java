package org.voxelpopuli.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.edits.HybridClock;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Packet;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * One loaded chunk: its blocks, its clients, its players. What clients send waits in the inbox until the next tick, which applies it,
 * tells the clients, and gives the edits to the store (SPEC V7.1). Belongs to its shard's worker.
 *
 * <p>It is done, and its shard forgets it, once it has no clients and every edit is durable: whoever loads the chunk next reads them
 * from the store.
 */
final class ChunkActor {
    private static final Logger log = LoggerFactory.getLogger(ChunkActor.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final ChunkPos position;
    private final ServerContext context;
    private final List<BlockChangeListener> listeners;
    private final Worker worker;
    private final HybridClock stamps;
    private final ResidentPlayers players;
    private final UnsavedEdits unsaved;
    private final Set<ChunkClient> clients = new LinkedHashSet<>();
    private final Queue<Runnable> inbox = new ArrayDeque<>();

    /** What waits until the blocks are there, or cannot be made. */
    private final List<Waiting> waiting = new ArrayList<>();

    private @Nullable Chunk chunk;
    private EditLog edits = new EditLog();
    private boolean changed;
    private boolean broken;
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
        this.players = new ResidentPlayers(position, context, residences, this::relay);
        this.unsaved = new UnsavedEdits(position, context.store(), worker);
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
            // The stored edits are left as they are; stamps decide when they become readable again.
            log.error(
                    "Chunk {} is served as unedited terrain, since the store cannot read its edits: {}",
                    position,
                    failure == null ? "no reason given" : DhtSession.reason(failure));
            log.debug("In full", failure);
            build(EditBatch.EMPTY);
        }
    }

    private record Waiting(Consumer<Chunk> loaded, Consumer<String> failed) {}

    /** The generator may be a game's own: its failure refuses who waits, and is tried again for who is already here. */
    @SuppressWarnings("CatchingUnchecked")
    private void build(EditBatch stored) {
        List<Waiting> here = List.copyOf(waiting);
        waiting.clear();
        try {
            chunk = terrainWith(stored);
        } catch (RuntimeException | StackOverflowError e) {
            log.error("The terrain of chunk {} could not be generated", position, e);
            here.forEach(who -> who.failed().accept("chunk " + position + " could not be generated: " + e));
            broken = clients.isEmpty();
            if (!broken) {
                worker.schedule(RETRY, this::load);
            }
            return;
        }
        here.forEach(this::withChunk);
    }

    private Chunk terrainWith(EditBatch stored) {
        Chunk built = context.terrain().generate(position);
        edits = new EditLog(stored);
        unsaved.edits().forEach(edits::apply);
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
        } else {
            waiting.add(who);
        }
    }

    /** Makes a connection a client, acknowledges, and shows it the chunk and its players; or says why not. */
    void attach(ChunkClient client, Consumer<String> refused) {
        withChunk(
                blocks -> {
                    client.enqueue(context.codec().encode(Acknowledgement.OK));
                    send(client, new ServerPacket.ChunkData(blocks));
                    players.showAllTo(packet -> send(client, packet));
                    client.flush();
                    clients.add(client);
                },
                refused);
    }

    /** The connection ended; its own player leaves. */
    void detach(ChunkClient client) {
        inbox.add(() -> drop(client));
    }

    private void drop(ChunkClient client) {
        clients.remove(client);
        players.leave(client);
    }

    /** Queues a packet for the next tick. */
    void receive(ChunkClient client, ClientPacket packet) {
        inbox.add(() -> {
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

    /** Queues a change made by this process; completes when it is durable. */
    void change(int voxel, int block, CompletableFuture<Void> durable) {
        inbox.add(() -> {
            unsaved.whenDurable(durable);
            applyChange(voxel, block);
        });
    }

    private @Nullable String apply(ChunkClient client, ClientPacket packet) {
        long now = context.environment().clock().nanos();
        if (packet instanceof ClientPacket.ChangeBlock change) {
            if (!context.blockTypes().contains(change.block())) {
                return "block type " + change.block() + " is not registered here, allowed are "
                        + context.blockTypes().all().stream()
                                .map(type -> String.valueOf(type.id()))
                                .toList();
            }
            applyChange(BlockPos.voxel(change.x(), change.y(), change.z()), change.block());
            players.heardFrom(client, now);
            return null;
        }
        return players.apply(client, packet, now);
    }

    private void applyChange(int voxel, int block) {
        Chunk blocks = chunk;
        if (blocks == null) {
            throw new IllegalStateException("change of a chunk that is not loaded");
        }
        Edit edit =
                new Edit(voxel, block, stamps.next(context.environment().clock().wallMillis()));
        if (!edits.apply(edit)) {
            throw new IllegalStateException("stamp " + edit.stamp() + " does not rise");
        }
        unsaved.add(edit);
        int before = blocks.set(voxel, block);
        changed = true;
        if (before != block) {
            BlockPos changedBlock = BlockPos.ofVoxel(position, voxel);
            listeners.forEach(listener -> listener.blockChanged(changedBlock, before, block));
        }
    }

    private void relay(@Nullable ChunkClient except, ServerPacket packet) {
        byte[] bytes = context.encode(packet);
        for (ChunkClient client : clients) {
            if (client != except) {
                enqueue(client, packet, bytes);
            }
        }
    }

    private void send(ChunkClient client, ServerPacket packet) {
        enqueue(client, packet, context.encode(packet));
    }

    private void enqueue(ChunkClient client, Packet packet, byte[] bytes) {
        client.enqueue(bytes);
        context.observer().packetSent(packet.getClass().getSimpleName(), bytes.length);
    }

    /** Applies what came in, tells the clients, keeps the edits, removes who is gone. */
    void tick(long nowNanos, byte[] time) {
        if (chunk == null) {
            return;
        }
        for (Runnable received = inbox.poll(); received != null; received = inbox.poll()) {
            received.run();
        }
        players.removeSilent(nowNanos);
        unsaved.flush();
        if (changed) {
            changed = false;
            relay(null, new ServerPacket.ChunkData(chunk));
        }
        for (ChunkClient client : clients) {
            client.enqueue(time);
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

    void ticked(long nanos) {
        lastTickNanos = nanos;
    }

    /** Throws the blocks away and loads them again. Clients, players and what waits in the inbox stay; what failed is gone from it. */
    void restart() {
        chunk = null;
        changed = true;
        worker.schedule(RETRY, this::load);
    }

    /** Whether nothing is left to do, so that the chunk can be unloaded. */
    boolean isDone() {
        return broken || (chunk != null && clients.isEmpty() && inbox.isEmpty() && unsaved.isEmpty());
    }

    /** The last of it: players leave and are saved, clients are closed. Completes when that and every edit is kept. */
    CompletableFuture<Void> end(long nowNanos) {
        CompletableFuture<Void> playersSaved = players.leaveAll();
        for (ChunkClient client : clients) {
            client.flush();
            client.close();
        }
        return CompletableFuture.allOf(playersSaved, unsaved.flushAll());
    }

    ChunkInfo info(ServerAddress owner) {
        return new ChunkInfo(
                position, owner, chunk != null, clients.size(), players.names(), lastTickNanos / 1000, edits.size());
    }

    List<PlayerInfo> playerInfos(long nowNanos) {
        return players.infos(nowNanos);
    }
}
