package org.voxelpopuli.directory;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;

/** The directory of a world on one node: every chunk is ours. Players are remembered as long as the process lives. */
public final class LocalDirectory implements Directory {
    private final Map<PlayerName, PlayerRecord> players = new ConcurrentHashMap<>();
    private volatile @Nullable ChunkHost host;

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
    public CompletableFuture<Optional<PlayerRecord>> findPlayer(PlayerName name) {
        return CompletableFuture.completedFuture(Optional.ofNullable(players.get(name)));
    }

    @Override
    public CompletableFuture<Void> savePlayer(PlayerRecord player) {
        players.put(player.name(), player);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> close() {
        return CompletableFuture.completedFuture(null);
    }
}
