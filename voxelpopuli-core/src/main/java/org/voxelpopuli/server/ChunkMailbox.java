package org.voxelpopuli.server;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.EditId;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.world.ChunkPos;

/**
 * The way to a chunk for all who do not live on its worker: messages are handed over in the order of the calls. The chunk is loaded
 * when a message needs it. Thread-safe.
 */
final class ChunkMailbox {
    private final ChunkPos position;
    private final ChunkShard shard;
    private final ResidentChunks residents;

    ChunkMailbox(ChunkPos position, ChunkShard shard, ResidentChunks residents) {
        this.position = position;
        this.shard = shard;
        this.residents = residents;
    }

    /** Makes a connection a client of the chunk, or says why not. */
    void attach(ChunkClient client, Consumer<String> refused) {
        open(actor -> actor.attach(client, refused), reason -> {
            ServerAddress other = residents.elsewhere(position).orElse(null);
            if (other != null && client.dialect() == ChunkClient.Dialect.FRAMES) {
                client.queued.decrementAndGet();
                client.redirect(other);
            } else {
                refused.accept(reason);
            }
        });
    }

    private void open(Consumer<ChunkActor> action, Consumer<String> refused) {
        shard.execute(() -> {
            if (!residents.contains(position)) {
                refused.accept("chunk " + position + " is not resident on this node");
                return;
            }
            ChunkActor actor = shard.open(position);
            if (actor == null) {
                refused.accept("this node is shutting down");
            } else {
                action.accept(actor);
            }
        });
    }

    void receive(ChunkClient client, ClientPacket packet) {
        ifLoaded(actor -> actor.receive(client, packet), client.queued::decrementAndGet);
    }

    /** A client's change of a block, under the id that makes it happen once however often it is sent. */
    void change(ChunkClient client, EditId id, int voxel, int block) {
        ifLoaded(actor -> actor.change(client, id, voxel, block), client.queued::decrementAndGet);
    }

    void refused(ChunkClient client, String kind, String reason) {
        shard.execute(() -> client.refused(kind, reason));
    }

    void detach(ChunkClient client) {
        ifLoaded(actor -> actor.detach(client), () -> {});
    }

    private void ifLoaded(Consumer<ChunkActor> action, Runnable otherwise) {
        shard.execute(() -> {
            ChunkActor actor = shard.loaded(position);
            if (actor != null) {
                action.accept(actor);
            } else {
                otherwise.run();
            }
        });
    }

    /** The block at an index. */
    CompletableFuture<Integer> block(int voxel) {
        CompletableFuture<Integer> block = new CompletableFuture<>();
        open(
                actor -> actor.withChunk(
                        blocks -> block.complete(blocks.get(voxel)),
                        reason -> block.completeExceptionally(new IllegalStateException(reason))),
                refusal -> block.completeExceptionally(new IllegalStateException(refusal)));
        return block;
    }

    /** Sets the block at an index in the next tick; completes when that is durable. */
    CompletableFuture<Void> change(int voxel, int type) {
        CompletableFuture<Void> durable = new CompletableFuture<>();
        open(
                actor -> actor.change(voxel, type, durable),
                refusal -> durable.completeExceptionally(new IllegalStateException(refusal)));
        return durable;
    }
}
