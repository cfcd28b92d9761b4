package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens a connection that is ready for use: configured, and its tables are there. */
@FunctionalInterface
interface ConnectionSource {
    Connection connect() throws SQLException;

    /**
     * Sees that what was just committed will be found by who opens the database next.
     *
     * @throws SQLException if it will not
     */
    default void requireInPlace() throws SQLException {}
}
