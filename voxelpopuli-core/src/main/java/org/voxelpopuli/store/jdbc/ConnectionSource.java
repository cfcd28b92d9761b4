package org.voxelpopuli.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens a connection that is ready for use: configured, and its tables are there. */
@FunctionalInterface
interface ConnectionSource {
    Connection connect() throws SQLException;
}
