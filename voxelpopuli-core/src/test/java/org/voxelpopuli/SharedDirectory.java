package org.voxelpopuli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;

/** One directory for all nodes of a test, instead of a network: chunk columns are dealt out to the nodes in turn. */
final class SharedDirectory {
    private final List<ChunkHost> hosts = new ArrayList<>();
    private final Map<PlayerName, PlayerRecord> players = new TreeMap<>();

    DirectoryProvider provider() {
        return context -> CompletableFuture.completedFuture(new Seat());
    }

    private final class Seat implements Directory {
        private ChunkHost own;

        @Override
        public CompletableFuture<Void> start(ChunkHost host) {
            own = host;
            hosts.add(host);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<ServerAddress> locate(ChunkPos chunk) {
            if (hosts.isEmpty()) {
                return CompletableFuture.failedFuture(new DirectoryException("no node is left", null));
            }
            ChunkHost owner = hosts.get(Math.floorMod(chunk.x() + 2 * chunk.z(), hosts.size()));
            return owner.generate(chunk).thenApply(done -> owner.address());
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
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> close() {
            hosts.remove(own);
            return CompletableFuture.completedFuture(null);
        }
    }
}
