package org.voxelpopuli.kademlia.directory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.world.ChunkPos;

/** A host that only remembers which chunks it has. */
class FakeHost implements ChunkHost {
    /** Whoever generates takes one more, as if it had collected what there was. */
    private static final AtomicLong EPOCHS = new AtomicLong();

    private final ServerAddress address;
    private final Set<ChunkPos> chunks = new HashSet<>();
    private final Map<ChunkPos, Claim> claims = new HashMap<>();
    final Map<ChunkPos, ServerAddress> elsewhere = new HashMap<>();

    /** Where it publishes what it generates. */
    Directory directory;

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
        if (!chunks.add(chunk)) {
            return CompletableFuture.completedFuture(null);
        }
        Claim claim = new Claim(EPOCHS.incrementAndGet(), id(), address);
        claims.put(chunk, claim);
        Directory known = directory;
        return known == null ? CompletableFuture.completedFuture(null) : known.publish(chunk, claim);
    }

    private WriterId id() {
        return directory instanceof KademliaDirectory known
                ? WriterId.of(known.kademlia().id().bytes())
                : WriterId.of(new byte[WriterId.LENGTH]);
    }

    /** Another host serves it from now on. */
    void giveUp(ChunkPos chunk, FakeHost successor) {
        chunks.remove(chunk);
        claims.put(chunk, successor.claim(chunk));
    }

    @Override
    public Claim claim(ChunkPos chunk) {
        return has(chunk)
                ? new Claim(claims.containsKey(chunk) ? claims.get(chunk).epoch() : 1, id(), address)
                : claims.getOrDefault(chunk, new Claim(1, id(), address));
    }

    @Override
    public void servedElsewhere(ChunkPos chunk, ServerAddress server) {
        elsewhere.put(chunk, server);
    }
}
