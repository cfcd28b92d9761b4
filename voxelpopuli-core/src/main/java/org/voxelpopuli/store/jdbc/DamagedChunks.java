package org.voxelpopuli.store.jdbc;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.world.ChunkPos;

/** The chunks of which something was found damaged since the store was opened. Thread-safe. */
final class DamagedChunks {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);

    private final Set<ChunkPos> positions = ConcurrentHashMap.newKeySet();

    /** Says in the log what is wrong with a chunk, if anything is. */
    void note(String location, Dialect dialect, ChunkPos position, StoredChunk chunk) {
        for (Damage damage : chunk.damage()) {
            note(location, damage);
        }
        for (SQLException e : chunk.unreadable()) {
            positions.add(position);
            LOG.error(
                    "{}: a part of chunk {} cannot be read, the rest is served: {}",
                    location,
                    position,
                    dialect.words(e));
        }
    }

    void note(String location, Damage damage) {
        damage.chunk().ifPresent(positions::add);
        LOG.error(
                "{}: the {} is damaged ({}). It is moved into the table damaged, the rest is served",
                location,
                damage.name(),
                damage.reason());
    }

    void add(ChunkPos position) {
        positions.add(position);
    }

    Set<ChunkPos> positions() {
        return Set.copyOf(positions);
    }
}
