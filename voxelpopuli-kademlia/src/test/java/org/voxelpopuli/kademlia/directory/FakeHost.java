package org.voxelpopuli.kademlia.directory;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.ChunkPos;

/** A host that only remembers which chunks it has. */
class FakeHost implements ChunkHost {
    private final ServerAddress address;
    private final Set<ChunkPos> chunks = new HashSet<>();

    FakeHost(String host, int port) {
        this.address = new ServerAddress(host, port);
    }

    @Override
    public ServerAddress address() {
        return address;
    }

    @Override
    public Set<ChunkPos> residentChunks() {
        return Set.copyOf(chunks);
    }

    boolean has(ChunkPos chunk) {
        return chunks.contains(chunk);
    }

    @Override
    public CompletableFuture<Void> generate(ChunkPos chunk) {
        chunks.add(chunk);
        return CompletableFuture.completedFuture(null);
    }
}
