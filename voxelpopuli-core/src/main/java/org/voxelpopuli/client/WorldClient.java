package org.voxelpopuli.client;

import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.PendingFutures;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * A player in the world (SPEC V9). Knows one node or more, its stepping stones; finds the servers of the chunks around the player
 * through them, stays connected to all of these, moves the player's residence from chunk to chunk, and shows one view.
 *
 * <p>All state belongs to one worker of the client's own. Methods may be called from any thread and never block; what they ask
 * for happens on the worker, soon. Listeners are called, and futures complete, on the worker: do not block there.
 *
 * <p>The view shows the player's own edits at once, and goes back if the server does not confirm them.
 */
public final class WorldClient implements AutoCloseable {
    private final WorldClientBuilder settings;
    private final ClientSession session;
    private final PendingFutures pending = new PendingFutures("the client is closed");
    private volatile @Nullable Position position;

    WorldClient(WorldClientBuilder settings) {
        this.settings = settings;
        this.session = new ClientSession(settings);
        var unused = session.finished.thenRun(pending::close);
    }

    /** Settings for a client that lives in an environment, which it does not close. */
    public static WorldClientBuilder builder(NodeEnvironment environment) {
        return new WorldClientBuilder(environment);
    }

    /**
     * Enters the world: asks where the player was last (SPEC V9.6), connects to that chunk, registers the player, and goes on to
     * load the chunks around. What fails is tried again until the builder's connect timeout is over.
     *
     * @return completes with this client when the player is in the world and sees its chunk; fails with
     *     {@link HandshakeException}, which says what failed last, and then the client is closed
     */
    public CompletableFuture<WorldClient> connect() {
        session.worker.execute(session::start);
        return session.connected.thenApply(start -> {
            if (position == null) {
                position = start;
            }
            return this;
        });
    }

    /** Another listener, from now on. */
    public void addListener(WorldClientListener listener) {
        session.listeners.add(listener);
    }

    /** The player's name. */
    public PlayerName player() {
        return settings.player;
    }

    /**
     * Where the player is: at once what {@link #moveTo} was told.
     *
     * @throws IllegalStateException before {@link #connect()} has completed
     */
    public Position position() {
        Position current = position;
        if (current == null) {
            throw new IllegalStateException("the client is not connected: wait for connect() to complete");
        }
        return current;
    }

    /**
     * Moves the player. The servers hear of it at most once a tick. May be called as often as frames are drawn.
     *
     * @throws IllegalStateException before {@link #connect()} has completed
     */
    public void moveTo(Position next) {
        position();
        position = next;
        session.worker.execute(() -> session.moveTo(next));
    }

    /**
     * Changes a block anywhere in the loaded chunks: at once in the view, and on the server.
     *
     * @param block the id of a block type, 0..65535
     * @return completes with the id when the edit is kept: it outlives the server that took it, and was shown to all, though somebody may have changed
     *     the block again since. If connections break meanwhile, servers die, or the chunk changes its server, the edit is sent again to
     *     whoever serves the chunk then, and applied once. Fails with {@link EditRefusedException} if the server refuses it, and then the view goes back; with
     *     {@link java.util.concurrent.TimeoutException} if no server has answered within the builder's patience; with {@link IllegalStateException} if
     *     the chunk is not loaded, 4096 edits of it wait for an answer, or the client is closed.
     *     <p>In the seed's dialect, which does not answer: completes when the server has shown the voxel again, with the id it shows: the one given, or that
     *     of somebody who was faster or slower. Fails with {@link IllegalStateException} also if the chunk's connection is down; with
     *     {@link java.util.concurrent.TimeoutException} if the server does not confirm it, and then the view goes back; with
     *     {@link HandshakeException} if the connection breaks first: then the view shows the truth after the reconnect
     * @throws IllegalArgumentException if the id is out of range or the position outside the world
     */
    public CompletableFuture<Integer> setBlock(BlockPos at, int block) {
        if (block < 0 || block > BlockType.MAX_ID) {
            throw new IllegalArgumentException("block type is " + block + ", allowed is 0.." + BlockType.MAX_ID);
        }
        at.chunk();
        CompletableFuture<Integer> result = new CompletableFuture<>();
        session.worker.execute(() -> session.setBlock(at, block, result));
        return pending.track(result);
    }

    /** The block type at a position of the view, empty if its chunk is not loaded. */
    public OptionalInt block(BlockPos at) {
        return session.view.block(at);
    }

    /** What the client knows now: loaded chunks, other players, the time of day. */
    public WorldView view() {
        return session.view;
    }

    /** The time that {@link SeenPlayer} counts in: nanoseconds since this client was made. */
    public long nanos() {
        return session.nanos();
    }

    /** What the client has used so far. */
    public ClientStats stats() {
        return session.traffic.stats(session.view.chunks().size());
    }

    /**
     * Leaves the world: deregisters the player, closes all connections.
     *
     * @return completes when the player's leaving has been sent and all connections are closed
     */
    public CompletableFuture<Void> closeAsync() {
        session.worker.execute(session::close);
        return session.finished.copy();
    }

    /** Begins {@link #closeAsync()} and does not wait for it. */
    @Override
    public void close() {
        var unused = closeAsync();
    }
}
