package org.voxelpopuli.store.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** Opens a connection to a SQLite database. Tests put faults here. */
@FunctionalInterface
interface Connector {
    Connection connect(Path database) throws SQLException;
}
