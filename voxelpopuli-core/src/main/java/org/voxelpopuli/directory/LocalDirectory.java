package org.voxelpopuli.directory;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;

/** The directory of a world on one node: every chunk is ours. */
public final class LocalDirectory implements Directory {
    private final Map<PlayerName, PlayerRecord> players = new ConcurrentHashMap<>();
    private final Function<PlayerRecord, CompletableFuture<Void>> keeper;
    private volatile @Nullable ChunkHost host;

    /** A directory that remembers players as long as the process lives. */
    public LocalDirectory() {
        this(List.of(), player -> CompletableFuture.completedFuture(null));
    }

    /**
     * A directory that remembers players longer.
     *
     * @param known players from before
     * @param keeper told of each player to be kept; its result completes when that is done
     */
    public LocalDirectory(Collection<PlayerRecord> known, Function<PlayerRecord, CompletableFuture<Void>> keeper) {
        known.forEach(player -> players.put(player.name(), player));
        this.keeper = keeper;
    }

    @Override
    public CompletableFuture<Void> start(ChunkHost host) {
        this.host = host;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<ServerAddress> locate(ChunkPos chunk) {
        ChunkHost started = host;
        if (started == null) {
            return CompletableFuture.failedFuture(new DirectoryException("the directory is not started", null));
        }
        return started.generate(chunk).thenApply(done -> started.address());
    }

    @Override
    public CompletableFuture<Optional<ServerAddress>> betterHost(ChunkPos chunk) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletableFuture<Void> publish(ChunkPos chunk, Claim claim) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public Replicas replicas() {
        return Replicas.NONE;
    }

    @Override
    public CompletableFuture<Optional<PlayerRecord>> findPlayer(PlayerName name) {
        return CompletableFuture.completedFuture(Optional.ofNullable(players.get(name)));
    }

    @Override
    public CompletableFuture<Void> savePlayer(PlayerRecord player) {
        players.put(player.name(), player);
        return keeper.apply(player);
    }

    @Override
    public CompletableFuture<Void> close() {
        return CompletableFuture.completedFuture(null);
    }
}
