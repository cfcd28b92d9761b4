package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.ChunkPos;

/** A row that is not what was written. It is moved into the table {@code damaged}. Immutable. */
final class Damage {
    private final String name;
    private final Optional<ChunkPos> chunk;
    private final String reason;
    private final byte @Nullable [] bytes;
    private final String removal;
    private final List<Object> key;

    /**
     * A damaged row.
     *
     * @param name what it was, for people
     * @param chunk of which it was a part, if of any
     * @param reason what is wrong with it
     * @param bytes its content
     * @param removal the statement that takes it away, if it is still the same
     * @param key the parameters of that statement
     */
    Damage(
            String name,
            Optional<ChunkPos> chunk,
            String reason,
            byte @Nullable [] bytes,
            String removal,
            List<Object> key) {
        this.name = name;
        this.chunk = chunk;
        this.reason = reason;
        this.bytes = bytes;
        this.removal = removal;
        this.key = key;
    }

    String name() {
        return name;
    }

    Optional<ChunkPos> chunk() {
        return chunk;
    }

    String reason() {
        return reason;
    }

    /** How many bytes its content has. */
    int size() {
        return bytes == null ? 0 : bytes.length;
    }

    static Damage ofBatch(long number, ChunkPos chunk, String reason, byte @Nullable [] bytes, long checksum) {
        return new Damage(
                "row " + number + " of chunk " + chunk,
                Optional.of(chunk),
                reason,
                bytes,
                "DELETE FROM batch WHERE number = ? AND checksum = ?",
                List.of(number, checksum));
    }

    static Damage ofSnapshot(ChunkPos chunk, String reason, byte @Nullable [] bytes, long checksum) {
        return new Damage(
                "snapshot of chunk " + chunk,
                Optional.of(chunk),
                reason,
                bytes,
                "DELETE FROM snapshot WHERE x = ? AND y = ? AND z = ? AND checksum = ?",
                List.of(chunk.x(), chunk.y(), chunk.z(), checksum));
    }

    static Damage ofRecord(String kind, String key, byte[] value, long checksum) {
        return new Damage(
                kind + " record " + key,
                Optional.empty(),
                "its checksum is wrong",
                value,
                "DELETE FROM record WHERE kind = ? AND key = ? AND checksum = ?",
                List.of(kind, key, checksum));
    }

    /** Moves it, unless that has been done: readers may meet it several times. */
    void putAside(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(removal)) {
            for (int i = 0; i < key.size(); i++) {
                statement.setObject(i + 1, key.get(i));
            }
            if (statement.executeUpdate() > 0) {
                insert(connection);
            }
        }
    }

    /** Writes it into the table {@code damaged}. */
    void insert(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO damaged (found, name, reason, bytes) VALUES (?, ?, ?, ?)")) {
            statement.setLong(1, System.currentTimeMillis());
            statement.setString(2, name);
            statement.setString(3, reason);
            statement.setBytes(4, bytes);
            statement.executeUpdate();
        }
    }
}
