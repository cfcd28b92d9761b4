package org.voxelpopuli.client;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/** What a {@link WorldClient} knew at one moment. Immutable. */
public final class WorldView {
    private final Map<ChunkPos, Chunk> chunks;
    private final Map<PlayerName, SeenPlayer> players;
    private final OptionalDouble minutesOfDay;

    /** The maps, and the chunks in them, must not change any more. */
    WorldView(Map<ChunkPos, Chunk> chunks, Map<PlayerName, SeenPlayer> players, OptionalDouble minutesOfDay) {
        this.chunks = Collections.unmodifiableMap(chunks);
        this.players = Collections.unmodifiableMap(players);
        this.minutesOfDay = minutesOfDay;
    }

    WorldView withMinutes(OptionalDouble now) {
        return new WorldView(chunks, players, now);
    }

    /** The loaded chunks. */
    public Set<ChunkPos> chunks() {
        return chunks.keySet();
    }

    /** A loaded chunk, as a copy of the caller's own. */
    public Optional<Chunk> chunk(ChunkPos chunk) {
        return Optional.ofNullable(chunks.get(chunk)).map(Chunk::copy);
    }

    /** The block type at a position, empty if its chunk is not loaded. */
    public OptionalInt block(BlockPos position) {
        Chunk chunk = chunks.get(position.chunk());
        return chunk == null ? OptionalInt.empty() : OptionalInt.of(chunk.get(position.voxel()));
    }

    /** The other players in view. */
    public Map<PlayerName, SeenPlayer> players() {
        return players;
    }

    /** Minutes from midnight, in [0, 1440); empty before the first word of a server. */
    public OptionalDouble minutesOfDay() {
        return minutesOfDay;
    }
}
