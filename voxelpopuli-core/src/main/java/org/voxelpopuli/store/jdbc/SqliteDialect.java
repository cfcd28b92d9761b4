package org.voxelpopuli.store.jdbc;

import java.sql.SQLException;
import java.util.regex.Pattern;

/** SQLite's statements, and its primary result codes (sqlite.org/rescode.html) in an operator's words. */
final class SqliteDialect implements Dialect {
    private static final int PERM = 3;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int NO_MEMORY = 7;
    private static final int READ_ONLY = 8;
    private static final int IO = 10;
    /** That a part of the file is not as SQLite, or we, wrote it. */
    static final int CORRUPT = 11;

    private static final int FULL = 13;
    private static final int CANNOT_OPEN = 14;
    private static final int NOT_A_DATABASE = 26;
    private static final Pattern UNREADABLE = Pattern.compile("^\\[SQLITE_IOERR_(READ|SHORT_READ|DATA|CORRUPTFS)]");

    /** Not one of SQLite's: what was committed went into a file that is no longer where it was. */
    static final int MOVED = 1_000;

    @Override
    public String kind() {
        return "sqlite";
    }

    @Override
    public String begin() {
        return "BEGIN IMMEDIATE";
    }

    @Override
    public boolean passes(SQLException e) {
        return switch (e.getErrorCode()) {
            case PERM, BUSY, LOCKED, NO_MEMORY, READ_ONLY, IO, FULL, CANNOT_OPEN, MOVED -> true;
            default -> false;
        };
    }

    /** Damage, or a place of the disk that cannot be read. Which kind of input or output failed only the driver's text tells. */
    @Override
    public boolean isOfOnePart(SQLException e) {
        return !passes(e)
                || (e.getErrorCode() == IO
                        && UNREADABLE.matcher(String.valueOf(e.getMessage())).find());
    }

    /** A file is not lost. */
    @Override
    public boolean isLost(SQLException e) {
        return false;
    }

    /** Whether the file is none of SQLite's, or so damaged that it is not to be recognised. */
    static boolean isDamage(SQLException e) {
        return e.getErrorCode() == NOT_A_DATABASE
                || e.getErrorCode() == CORRUPT
                || String.valueOf(e.getMessage()).contains("unsupported file format");
    }

    @Override
    public String words(SQLException e) {
        return switch (e.getErrorCode()) {
            case FULL -> "the disk is full, or a quota is reached: free some space";
            case READ_ONLY, PERM ->
                "the database is read-only: check the owner and the mode of the files and their folder, and the mount";
            case IO -> "the disk reports an input/output error: check its cables, space and health";
            case BUSY, LOCKED -> "another program keeps the database locked for writing: end its transaction";
            case CANNOT_OPEN ->
                "a file of the database cannot be opened: check that the folder is there and who owns it";
            case MOVED ->
                e.getMessage()
                        + ": put it back, or stop the node and start it again, which begins with what is there; the rest comes back from replicas";
            case NO_MEMORY -> "memory is short";
            case CORRUPT, NOT_A_DATABASE ->
                "that part of the file is damaged: start the node again, which puts the file aside and goes on with all of it that can be read";
            default -> "SQLite says: " + e.getMessage();
        };
    }
}
