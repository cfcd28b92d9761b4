package org.voxelpopuli.store.jdbc;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Set;

/** PostgreSQL's statements, and its error codes (appendix A of its manual) in an operator's words. */
final class PostgresDialect implements Dialect {
    /** Ours, in a class that the standard leaves to programs. */
    static final String OTHER_NODE = "VP001";

    private static final Set<String> PASSING_CLASSES = Set.of("08", "28", "40", "53", "55", "57", "58");
    /** Somebody took the tables or the rights away: it concerns all writes, not the one. */
    private static final Set<String> CHANGED = Set.of("3F000", "42P01", "42703");

    private static final Set<String> PASSING = Set.of("25006", "25P02", "25P03", "3D000", "42501", OTHER_NODE);
    private static final Set<String> LOST = Set.of("25P03", "57P01", "57P02", "57P03", "57P04", "57P05");

    @Override
    public String kind() {
        return "jdbc";
    }

    @Override
    public String begin() {
        return "BEGIN";
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null || state.length() != 5 ? "00000" : state;
    }

    @Override
    public boolean passes(SQLException e) {
        String state = state(e);
        return PASSING_CLASSES.contains(state.substring(0, 2)) || PASSING.contains(state) || CHANGED.contains(state);
    }

    @Override
    public boolean isOfOnePart(SQLException e) {
        return !passes(e);
    }

    @Override
    public boolean isLost(SQLException e) {
        String state = state(e);
        return state.startsWith("08") || LOST.contains(state);
    }

    @Override
    public String words(SQLException e) {
        String state = state(e);
        return switch (state) {
            case OTHER_NODE -> said(e);
            case "08004" -> "the database wants to know the user and the password (" + said(e) + ")";
            case "25006" -> "the database is read-only, as a standby is: name the primary in the URL";
            case "3D000" -> "there is no such database: create it, or correct the URL (" + said(e) + ")";
            case "42501" ->
                "the user may not make or use the node's schema, or its tables: GRANT CREATE ON DATABASE to it, or make it their owner ("
                        + said(e) + ")";
            case "3F000", "42P01", "42703" ->
                "the node's tables are gone or changed: restore them from a backup; or stop the node, drop its schema and start it again, then its chunks come back from replicas ("
                        + said(e) + ")";
            case "53100" -> "the disk of the database is full: free some space there";
            case "XX001", "XX002" ->
                "a part of the database is damaged: see its log, and restore a backup (" + said(e) + ")";
            default -> ofClass(state.substring(0, 2), e);
        };
    }

    private static String ofClass(String category, SQLException e) {
        return switch (category) {
            case "08" ->
                "the database cannot be reached: check that it runs, its address and the network (" + said(e) + ")";
            case "28" -> "the database refuses the user or the password (" + said(e) + ")";
            case "53" -> "the database is short of something: see its log (" + said(e) + ")";
            case "57" -> "the database is starting, stopping, or ended the connection (" + said(e) + ")";
            case "58" -> "the system of the database reports an error: see its log (" + said(e) + ")";
            default -> "PostgreSQL says: " + said(e);
        };
    }

    /** The line that counts, as a part of a sentence: of a batch that failed, the driver tells the whole statement first. */
    private static String said(SQLException e) {
        SQLException first =
                e instanceof BatchUpdateException && e.getNextException() != null ? e.getNextException() : e;
        String line = String.valueOf(first.getMessage()).lines().findFirst().orElse("");
        return line.replaceAll("\\.$", "").replace(". ", "; ");
    }
}
