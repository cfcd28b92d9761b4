package org.voxelpopuli.store.jdbc;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.world.ChunkPos;

/**
 * The file of a SQLite database while it is opened. What turns out to be damaged as a file is put aside, under a name that tells when, and a fresh one takes its
 * place with all that could be read: a node that starts with less than it had gets the rest from replicas, one that does not start gets nothing.
 */
final class SqliteFile {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);
    private static final Dialect DIALECT = new SqliteDialect();
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private static final String HALF_SAVED = ".part";
    private static final long HEADER_BYTES = 100;
    private static final long PAGE_BYTES = 4_096;

    /** Larger files are not read as a whole before the node starts. */
    static final long MOST_CHECKED_BYTES = 1L << 30;

    private final Path database;
    private final Connector connector;
    private final DamagedChunks damaged;
    private final long mostCheckedBytes;

    SqliteFile(Path database, Connector connector, DamagedChunks damaged, long mostCheckedBytes) {
        this.database = database;
        this.connector = connector;
        this.damaged = damaged;
        this.mostCheckedBytes = mostCheckedBytes;
    }

    /**
     * The connection that writes.
     *
     * @throws StoreException if the database is of another program, or newer
     */
    Connection open() throws SQLException {
        Optional<Path> halfSaved = halfSaved();
        if (halfSaved.isPresent()) {
            LOG.error(
                    "{} is put aside, and what can be read of it is not yet saved: it is begun again", halfSaved.get());
            return save(halfSaved.get());
        }
        if (isTooShort()) {
            return replace("it is shorter than a header");
        }
        Optional<Path> lostLog = keepDamagedLog();
        Connection connection = null;
        String wrong;
        try {
            connection = connector.connect(database);
            SqliteSchema.prepare(connection, database);
            wrong = check(connection);
            if (wrong.isEmpty()) {
                if (lostLog.isPresent()) {
                    markAll(connection);
                }
                return connection;
            }
        } catch (SQLException e) {
            close(connection);
            if (!SqliteDialect.isDamage(e)) {
                throw e;
            }
            return replace(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            close(connection);
            throw e;
        }
        close(connection);
        return replace(wrong);
    }

    /** Where the log is damaged SQLite begins a new one over it, without a word: a copy is kept. */
    private Optional<Path> keepDamagedLog() {
        Path log = beside(database, "-wal");
        try {
            Optional<String> wrong = SqliteLog.damage(log);
            if (wrong.isEmpty()) {
                return Optional.empty();
            }
            Path aside = beside(freeName(), "-wal");
            Files.copy(log, aside, StandardCopyOption.REPLACE_EXISTING);
            LOG.error(
                    "{} is damaged ({}): commits that it held are lost here, and come back from replicas, if there are any. A copy is put aside as {}",
                    log,
                    wrong.get(),
                    aside);
            return Optional.of(aside);
        } catch (IOException e) {
            throw new StoreException(
                    "the log " + log + " cannot be read, or being damaged cannot be put aside: " + FileError.words(e)
                            + ". Check the owner and the mode of its folder, and the space there",
                    e);
        }
    }

    /** Any of them may have lost something. */
    private void markAll(Connection connection) throws SQLException {
        try (Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("SELECT x, y, z FROM chunk")) {
            while (rows.next()) {
                ChunkPos position = Positions.readOrNull(rows);
                if (position != null) {
                    damaged.add(position);
                }
            }
        }
    }

    /** SQLite would take it for a new database, and a log beside it for nothing; as if it were not there. */
    private boolean isTooShort() {
        try {
            if (!Files.exists(database)) {
                Path log = beside(database, "-wal");
                if (!Files.exists(log) || Files.size(log) == 0) {
                    return false;
                }
                Files.createFile(database);
            }
            return Files.isRegularFile(database) && Files.size(database) < HEADER_BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    /** What is wrong with the file as a whole, empty if nothing is. Damage of single rows is dealt with here. */
    private String check(Connection connection) throws SQLException {
        long size;
        try {
            size = Files.size(database);
        } catch (IOException e) {
            size = 0;
        }
        if (size > mostCheckedBytes) {
            LOG.info("{} has {} MB and is not checked as a whole; each row is when it is read", database, size >> 20);
        } else {
            Optional<String> wrong = SqliteCheck.form(connection);
            if (wrong.isPresent()) {
                return wrong.get();
            }
            List<Damage> damage = SqliteCheck.content(connection);
            damage.forEach(each -> damaged.note(database.toString(), each));
            SqliteCheck.putAside(connection, damage);
        }
        // Also of a large file, and so that damage of what the store needs from its beginning is found here.
        for (ChunkPos position : SqliteCheck.listAll(connection)) {
            damaged.add(position);
            LOG.error("{}: the table chunk had lost chunk {}, of which there are edits", database, position);
        }
        return "";
    }

    private Connection replace(String wrong) throws SQLException {
        Path aside = putAside();
        LOG.error("{} is damaged ({}). It is put aside as {}, and a fresh one begun", database, wrong, aside);
        return save(aside);
    }

    /**
     * Saves what can be read of a file that is aside. The fresh database gets its name when all is in it: whoever is interrupted, or has no room on the disk, begins
     * again the next time.
     */
    private Connection save(Path aside) throws SQLException {
        Path half = beside(aside, HALF_SAVED);
        try {
            Path log = beside(database, "-wal");
            if (Files.exists(log)) {
                Files.move(log, beside(aside, "-wal"), StandardCopyOption.ATOMIC_MOVE);
            }
            Files.deleteIfExists(beside(database, "-shm"));
            delete(half);
            if (Files.exists(beside(aside, "-wal"))) {
                lengthen(aside);
            }
            SqliteHeader.mend(aside);
            try (Connection fresh = connector.connect(half);
                    Statement sql = fresh.createStatement()) {
                SqliteSchema.prepare(fresh, half);
                salvage(aside, fresh);
                // From the log into the file, which alone is moved.
                sql.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            }
            Files.move(half, database, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StoreException(
                    "what can be read of " + aside + " cannot be saved to " + half + ": " + FileError.words(e)
                            + ". Check the owner and the mode of its folder, and the space there, and start the node again",
                    e);
        }
        Connection connection = connector.connect(database);
        try {
            SqliteSchema.prepare(connection, database);
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            close(connection);
            throw e;
        }
    }

    /** To a page: beside an empty file SQLite deletes the log, in which everything may be. */
    private static void lengthen(Path file) throws IOException {
        long size = Files.size(file);
        if (size < PAGE_BYTES) {
            Files.write(file, new byte[(int) (PAGE_BYTES - size)], StandardOpenOption.APPEND);
        }
    }

    private static void delete(Path database) throws IOException {
        for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
            Files.deleteIfExists(beside(database, suffix));
        }
    }

    /** A file that was put aside, and of which not yet all is saved. What was begun and has its file still in place is cleared away. */
    private Optional<Path> halfSaved() {
        Path folder = database.toAbsolutePath().getParent();
        boolean moved = !Files.exists(database);
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(folder, database.getFileName() + ".damaged-*" + HALF_SAVED)) {
            for (Path half : found) {
                if (moved) {
                    String name = half.getFileName().toString();
                    return Optional.of(database.resolveSibling(name.substring(0, name.length() - HALF_SAVED.length())));
                }
                delete(half);
            }
            return Optional.empty();
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("{} is not listed: {}", folder, e.toString());
            return Optional.empty();
        }
    }

    private void salvage(Path aside, Connection fresh) throws SQLException {
        try (Connection old = connector.connect(aside)) {
            String kept = SqliteSalvage.run(old, fresh, damaged, aside.toString());
            LOG.error("Of {}, {}. What is missing comes back from replicas, if there are any", aside, kept);
        }
    }

    private Path putAside() {
        Path aside = freeName();
        try {
            // First, so that whoever is interrupted behind it knows that something is to be saved.
            Files.createFile(beside(aside, HALF_SAVED));
            Files.move(database, aside, StandardCopyOption.ATOMIC_MOVE);
            return aside;
        } catch (IOException e) {
            throw new StoreException(
                    database + " is damaged and cannot be put aside: " + FileError.words(e)
                            + ". Check the owner and the mode of its folder, or move it away",
                    e);
        }
    }

    private Path freeName() {
        String name = database.getFileName() + ".damaged-" + NAME.format(Instant.now());
        Path aside = database.resolveSibling(name);
        for (int i = 2; Files.exists(aside); i++) {
            aside = database.resolveSibling(name + "-" + i);
        }
        return aside;
    }

    private static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            LOG.debug("Closing: {}", DIALECT.words(e));
        }
    }
}
