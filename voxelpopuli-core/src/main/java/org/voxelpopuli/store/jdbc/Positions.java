package org.voxelpopuli.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.ChunkPos;

/** Reads the position of a chunk from the first three columns of a row. */
final class Positions {
    private Positions() {}

    /** Null if it is none, as in a damaged row. */
    static @Nullable ChunkPos readOrNull(ResultSet row) throws SQLException {
        try {
            return new ChunkPos(
                    Math.toIntExact(row.getLong(1)), Math.toIntExact(row.getLong(2)), Math.toIntExact(row.getLong(3)));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return null;
        }
    }
}
