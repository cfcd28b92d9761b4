package org.voxelpopuli.store.jdbc;

import java.sql.SQLException;
import java.util.Set;

/** PostgreSQL's statements, and its error codes (appendix A of its manual) in an operator's words. */
final class PostgresDialect implements Dialect {
    /** Ours, in a class that the standard leaves to programs. */
    static final String OTHER_NODE = "VP001";

    private static final Set<String> PASSING_CLASSES = Set.of("08", "28", "40", "53", "55", "57", "58");
    private static final Set<String> PASSING = Set.of("25006", "25P02", "25P03", "3D000", OTHER_NODE);
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
        return PASSING_CLASSES.contains(state.substring(0, 2)) || PASSING.contains(state);
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
            case OTHER_NODE -> String.valueOf(e.getMessage());
            case "25006" -> "the database is read-only, as a standby is: name the primary in the URL";
            case "3D000" -> "there is no such database: create it, or correct the URL (" + e.getMessage() + ")";
            case "42501" ->
                "the user may not make or use the node's schema: GRANT CREATE ON DATABASE to it (" + e.getMessage()
                        + ")";
            case "53100" -> "the disk of the database is full: free some space there";
            case "XX001", "XX002" ->
                "a part of the database is damaged: see its log, and restore a backup (" + e.getMessage() + ")";
            default -> ofClass(state.substring(0, 2), e);
        };
    }

    private static String ofClass(String category, SQLException e) {
        return switch (category) {
            case "08" ->
                "the database cannot be reached: check that it runs, its address and the network (" + e.getMessage()
                        + ")";
            case "28" -> "the database refuses the user or the password (" + e.getMessage() + ")";
            case "53" -> "the database is short of something: see its log (" + e.getMessage() + ")";
            case "57" -> "the database is starting, stopping, or ended the connection (" + e.getMessage() + ")";
            case "58" -> "the system of the database reports an error: see its log (" + e.getMessage() + ")";
            default -> "PostgreSQL says: " + e.getMessage();
        };
    }
}
