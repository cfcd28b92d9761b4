package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.world.ChunkPos;

/**
 * Copies what can be read of a damaged database into a fresh one. A table is read from its beginning until a page of it is damaged, then from its end, then
 * around the damage: what a page lost is all that is lost. Rows with a wrong checksum go into the table {@code damaged}.
 */
final class SqliteSalvage {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);

    /** How often it tries to get past damage; a page has room for some seventy small rows. */
    private static final int MOST_TRIES = 20_000;

    /** Where the end of a table cannot be read, so many numbers are tried. */
    private static final long NUMBERS_TO_TRY = 1 << 20;

    private static final long HIGHEST = 1L << 62;
    private static final long LOWEST = -HIGHEST;

    private final Connection from;
    private final Connection to;
    private final DamagedChunks damaged;
    private final String location;
    private final Set<ChunkPos> chunks = new HashSet<>();
    private int tries = MOST_TRIES;
    private boolean complete = true;
    private long rows;

    private SqliteSalvage(Connection from, Connection to, DamagedChunks damaged, String location) {
        this.from = from;
        this.to = to;
        this.damaged = damaged;
        this.location = location;
    }

    /**
     * Copies.
     *
     * @return what came of it, for people
     */
    static String run(Connection from, Connection to, DamagedChunks damaged, String location) throws SQLException {
        SqliteSalvage salvage = new SqliteSalvage(from, to, damaged, location);
        try (Statement sql = from.createStatement()) {
            // Then a damaged definition of one table does not hide the others.
            sql.execute("PRAGMA writable_schema = ON");
            sql.execute("PRAGMA query_only = ON");
        }
        try (Statement sql = to.createStatement()) {
            sql.execute("BEGIN IMMEDIATE");
            salvage.edits("snapshot");
            salvage.edits("batch");
            salvage.chunks();
            salvage.records();
            sql.execute("COMMIT");
        }
        if (!salvage.complete) {
            // Any of them may have lost something.
            salvage.chunks.forEach(damaged::add);
        }
        return salvage.rows + " rows of " + salvage.chunks.size() + " chunks could be read and are kept"
                + (salvage.complete ? "" : ", others could not");
    }

    @FunctionalInterface
    private interface RowHandler {
        void accept(ResultSet row) throws SQLException;
    }

    private void edits(String table) throws SQLException {
        if (!isThere(table)) {
            complete = false;
            return;
        }
        try (PreparedStatement insert = to.prepareStatement(
                "INSERT OR IGNORE INTO " + table + " (x, y, z, bytes, checksum, rowid) VALUES (?, ?, ?, ?, ?, ?)")) {
            RowHandler copy = row -> copy(table, row, insert);
            String select = "SELECT x, y, z, bytes, checksum, rowid FROM " + table
                    + " WHERE rowid BETWEEN ? AND ? ORDER BY rowid";
            long first = upwards(select, LOWEST, HIGHEST, copy);
            if (first > HIGHEST) {
                return;
            }
            complete = false;
            long last = downwards(select, first, HIGHEST, copy);
            around(
                    select,
                    first == LOWEST ? -NUMBERS_TO_TRY : first,
                    last == HIGHEST ? Math.max(0, first) + NUMBERS_TO_TRY : last,
                    copy);
        }
    }

    /** Of a file that is damaged enough, not even that is known. */
    private boolean isThere(String table) {
        try (PreparedStatement query = from.prepareStatement("SELECT 1 FROM " + table + " LIMIT 0")) {
            query.executeQuery().close();
            return true;
        } catch (SQLException e) {
            LOG.debug("{}: {}", location, e.getMessage());
            return false;
        }
    }

    /** Reads what is readable of these numbers, both included. */
    private void around(String select, long low, long high, RowHandler copy) throws SQLException {
        if (low > high || tries-- <= 0) {
            return;
        }
        long middle = low + (high - low) / 2;
        long above = upwards(select, middle, high, copy);
        long below = downwards(select, low, middle - 1, copy);
        // A number at which it failed twice is given up.
        around(select, low, below == middle - 1 ? below - 1 : below, copy);
        around(select, above == middle ? above + 1 : above, high, copy);
    }

    /** Returns the lowest of these numbers that was not read; one above the highest if all were. */
    private long upwards(String select, long low, long high, RowHandler copy) throws SQLException {
        long[] next = {low};
        boolean all = read(select, low, high, row -> {
            copy.accept(row);
            next[0] = row.getLong(6) + 1;
        });
        return all ? high + 1 : next[0];
    }

    /** Returns the highest of these numbers that was not read; one below the lowest if all were. */
    private long downwards(String select, long low, long high, RowHandler copy) throws SQLException {
        long[] next = {high};
        boolean all = read(select + " DESC", low, high, row -> {
            copy.accept(row);
            next[0] = row.getLong(6) - 1;
        });
        return all ? low - 1 : next[0];
    }

    private boolean read(String select, long low, long high, RowHandler handler) throws SQLException {
        try (PreparedStatement query = from.prepareStatement(select)) {
            query.setLong(1, low);
            query.setLong(2, high);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    handler.accept(row);
                }
            }
            return true;
        } catch (UnwritableException e) {
            throw e.reason();
        } catch (SQLException e) {
            LOG.debug("{}: {}", location, e.getMessage());
            return false;
        }
    }

    private void copy(String table, ResultSet row, PreparedStatement insert) throws SQLException {
        if (!SqliteCheck.isSound(row)) {
            Damage damage = table.equals("batch") ? SqliteCheck.ofBatch(row) : SqliteCheck.ofSnapshot(row);
            damaged.note(location, damage);
            write(() -> damage.insert(to));
            return;
        }
        for (int column = 1; column <= 3; column++) {
            insert.setInt(column, row.getInt(column));
        }
        insert.setBytes(4, row.getBytes(4));
        insert.setLong(5, row.getLong(5));
        insert.setLong(6, row.getLong(6));
        write(insert::executeUpdate);
        rows++;
        ChunkPos position = Positions.readOrNull(row);
        if (position != null) {
            chunks.add(position);
        }
    }

    private void chunks() throws SQLException {
        bothWays("chunk", "x, y, z", "x %1$s, y %1$s, z %1$s", row -> {
            ChunkPos position = Positions.readOrNull(row);
            if (position != null) {
                chunks.add(position);
            }
        });
        Tables.insertChunks(to, chunks);
    }

    private void records() throws SQLException {
        try (PreparedStatement insert = to.prepareStatement(
                "INSERT INTO record (kind, key, value, written, checksum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
            bothWays("record", "kind, key, value, written, checksum", "kind %1$s, key %1$s", row -> {
                for (int column = 1; column <= 3; column++) {
                    insert.setString(column, row.getString(column));
                }
                insert.setLong(4, row.getLong(4));
                insert.setLong(5, row.getLong(5));
                write(insert::executeUpdate);
            });
        }
    }

    /** Of a table without numbers: from both ends, as far as it goes. */
    private void bothWays(String table, String select, String order, RowHandler handler) throws SQLException {
        String numbered = "SELECT " + select + " FROM " + table + " WHERE ? <= ? ORDER BY " + order;
        if (!read(String.format(numbered, "ASC"), 0, 0, handler)) {
            complete = false;
            read(String.format(numbered, "DESC"), 0, 0, handler);
        }
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws SQLException;
    }

    /** A failure of the fresh database is no damage of the old one. */
    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (SQLException e) {
            throw new UnwritableException(e);
        }
    }

    private static final class UnwritableException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final SQLException reason;

        UnwritableException(SQLException cause) {
            super(cause);
            reason = cause;
        }

        SQLException reason() {
            return reason;
        }
    }
}
