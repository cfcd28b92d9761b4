package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.ChunkPos;

/** Looks for damage in a database that was just opened. Reads all of it. */
final class SqliteCheck {
    private static final Dialect DIALECT = new SqliteDialect();

    private static final List<String> COLUMNS = List.of(
            "x, y, z FROM chunk",
            "number, x, y, z, bytes, checksum FROM batch",
            "x, y, z, bytes, checksum FROM snapshot",
            "kind, key, value, written, checksum FROM record",
            "found, name, reason, bytes FROM damaged");

    private SqliteCheck() {}

    /** What is wrong with the form of the file: its tables, pages, trees and indexes; empty if nothing is. */
    static Optional<String> form(Connection connection) throws SQLException {
        for (String columns : COLUMNS) {
            try (PreparedStatement query = connection.prepareStatement("SELECT " + columns + " LIMIT 0")) {
                query.executeQuery().close();
            } catch (SQLException e) {
                if (DIALECT.passes(e)) {
                    throw e;
                }
                // Nothing else than damage changes a table.
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }
        try (Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery("PRAGMA integrity_check(1)")) {
            String found = row.next() ? row.getString(1) : "no answer";
            return "ok".equals(found) ? Optional.empty() : Optional.of(found.replaceAll("\\s+", " "));
        }
    }

    /** Rows of edits that are not what was written. */
    static List<Damage> content(Connection connection) throws SQLException {
        List<Damage> damage = new ArrayList<>();
        try (Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery("SELECT x, y, z, bytes, checksum, number FROM batch")) {
            while (row.next()) {
                if (!isSound(row)) {
                    damage.add(ofBatch(row));
                }
            }
        }
        try (Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery("SELECT x, y, z, bytes, checksum, rowid FROM snapshot")) {
            while (row.next()) {
                if (!isSound(row)) {
                    damage.add(ofSnapshot(row));
                }
            }
        }
        return damage;
    }

    /** Of x, y, z, bytes, checksum. */
    static boolean isSound(ResultSet row) throws SQLException {
        ChunkPos position = Positions.readOrNull(row);
        byte[] bytes = row.getBytes(4);
        return position != null && bytes != null && Checksums.of(position, bytes) == row.getLong(5);
    }

    /** Of x, y, z, bytes, checksum, number. */
    static Damage ofBatch(ResultSet row) throws SQLException {
        return damage(row, "row " + row.getLong(6), "DELETE FROM batch WHERE number = ? AND checksum = ?");
    }

    /** Of x, y, z, bytes, checksum, number. */
    static Damage ofSnapshot(ResultSet row) throws SQLException {
        return damage(row, "snapshot", "DELETE FROM snapshot WHERE rowid = ? AND checksum = ?");
    }

    private static Damage damage(ResultSet row, String what, String removal) throws SQLException {
        @Nullable ChunkPos position = Positions.readOrNull(row);
        return new Damage(
                what + " of chunk " + row.getLong(1) + "," + row.getLong(2) + "," + row.getLong(3),
                Optional.ofNullable(position),
                "its checksum is wrong",
                row.getBytes(4),
                removal,
                List.of(row.getLong(6), row.getLong(5)));
    }

    /** Puts chunks of which there are edits into the table of chunks, whose rows have no checksum; returns those that were not there. */
    static List<ChunkPos> listAll(Connection connection) throws SQLException {
        List<ChunkPos> missing = new ArrayList<>();
        try (Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery(
                        "SELECT x, y, z FROM snapshot UNION SELECT x, y, z FROM batch EXCEPT SELECT x, y, z FROM chunk")) {
            while (row.next()) {
                ChunkPos position = Positions.readOrNull(row);
                if (position != null) {
                    missing.add(position);
                }
            }
        }
        if (!missing.isEmpty()) {
            try (Statement sql = connection.createStatement()) {
                sql.execute("BEGIN IMMEDIATE");
                Tables.insertChunks(connection, missing);
                sql.execute("COMMIT");
            }
        }
        return missing;
    }

    /** Moves rows out of the way. */
    static void putAside(Connection connection, List<Damage> damage) throws SQLException {
        if (damage.isEmpty()) {
            return;
        }
        try (Statement sql = connection.createStatement()) {
            sql.execute("BEGIN IMMEDIATE");
            for (Damage each : damage) {
                each.putAside(connection);
            }
            sql.execute("COMMIT");
        }
    }
}
