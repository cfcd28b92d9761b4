package org.voxelpopuli.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/**
 * Reads. Belongs to the reader's thread. What is still in the queue counts as written: it is copied before the query, so a write that is committed in
 * between is seen twice, which does no harm, and never missed.
 */
final class Reader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);

    private final String location;
    private final Dialect dialect;
    private final WriteQueue queue;
    private final BatchIndex index;
    private final DamagedChunks damaged;
    private final ReadConnection connection;

    Reader(
            String location,
            Dialect dialect,
            WriteQueue queue,
            BatchIndex index,
            DamagedChunks damaged,
            ReadConnection connection) {
        this.location = location;
        this.dialect = dialect;
        this.queue = queue;
        this.index = index;
        this.damaged = damaged;
        this.connection = connection;
    }

    Set<ChunkPos> residentChunks() {
        List<Write> waiting = queue.waiting();
        Set<ChunkPos> positions = query("the list of chunks", this::chunks);
        for (Write write : waiting) {
            if (write instanceof Write.SaveChunk save) {
                positions.add(save.position());
            } else if (write instanceof Write.RemoveChunk remove) {
                positions.remove(remove.position());
            }
        }
        return positions;
    }

    private Set<ChunkPos> chunks(Connection open) throws SQLException {
        Set<ChunkPos> positions = new HashSet<>();
        try (PreparedStatement query = open.prepareStatement("SELECT x, y, z FROM chunk");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                ChunkPos position = Positions.readOrNull(rows);
                if (position == null) {
                    LOG.error(
                            "{}: a row of the table chunk is damaged and left out: {},{},{} is outside the world",
                            location,
                            rows.getString(1),
                            rows.getString(2),
                            rows.getString(3));
                } else {
                    positions.add(position);
                }
            }
        }
        return positions;
    }

    EditBatch loadEdits(ChunkPos position) {
        List<Write> waiting = queue.waiting();
        StoredChunk chunk = query("chunk " + position, open -> StoredChunk.read(open, dialect, position, index));
        damaged.note(location, dialect, position, chunk);
        chunk.damage().forEach(this::putAside);
        EditLog log = chunk.log();
        for (Write write : waiting) {
            if (write instanceof Write.SaveChunk save && save.position().equals(position)) {
                log.merge(save.edits());
            } else if (write instanceof Write.RemoveChunk remove
                    && remove.position().equals(position)) {
                log = new EditLog();
            }
        }
        return log.all();
    }

    /** Later, by the thread that writes; if that does not come to it, the next who reads finds the row again. */
    private void putAside(Damage damage) {
        try {
            queue.add(new Write.PutAside(damage, new CompletableFuture<>()));
        } catch (StoreException e) {
            LOG.debug("{}: {}", location, e.getMessage());
        }
    }

    List<StoredRecord> records(String kind) {
        List<Write> waiting = queue.waiting();
        Map<String, StoredRecord> byKey = new TreeMap<>();
        List<Damage> damage = new ArrayList<>();
        query("the records of kind " + kind, open -> {
            byKey.clear();
            damage.clear();
            readRecords(open, kind, byKey, damage);
            return true;
        });
        damage.forEach(each -> {
            damaged.note(location, each);
            putAside(each);
        });
        for (Write write : waiting) {
            if (write instanceof Write.PutRecord put && put.row().kind().equals(kind)) {
                byKey.put(put.row().key(), put.row());
            } else if (write instanceof Write.RemoveRecord remove
                    && remove.kind().equals(kind)) {
                byKey.remove(remove.key());
            }
        }
        return List.copyOf(byKey.values());
    }

    private static void readRecords(Connection open, String kind, Map<String, StoredRecord> byKey, List<Damage> damage)
            throws SQLException {
        try (PreparedStatement query =
                open.prepareStatement("SELECT key, value, written, checksum FROM record WHERE kind = ?")) {
            query.setString(1, kind);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    String key = rows.getString(1);
                    String value = rows.getString(2);
                    long written = rows.getLong(3);
                    long checksum = rows.getLong(4);
                    if (Checksums.of(kind, key, value, written) == checksum) {
                        byKey.put(key, new StoredRecord(kind, key, value, written));
                    } else {
                        damage.add(Damage.ofRecord(kind, key, value.getBytes(StandardCharsets.UTF_8), checksum));
                    }
                }
            }
        }
    }

    private <T> T query(String what, ReadConnection.Query<T> query) {
        try {
            return connection.run(query);
        } catch (SQLException e) {
            throw new StoreException(what + " cannot be read from " + location + ": " + dialect.words(e), e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
