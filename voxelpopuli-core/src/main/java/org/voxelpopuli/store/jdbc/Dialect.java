package org.voxelpopuli.store.jdbc;

import java.sql.SQLException;

/** What differs between the databases, as far as it concerns the statements and errors of a store that is open. */
interface Dialect {
    /** What the store calls itself in its status. */
    String kind();

    /** The statement that begins a transaction that writes. */
    String begin();

    /** Whether an error lies in the surroundings and may pass, so that the same write is worth another try. */
    boolean passes(SQLException e);

    /** Whether it is one part of what is stored that cannot be read, while others may. */
    boolean isOfOnePart(SQLException e);

    /** Whether the connection is of no more use, and another one may be. */
    boolean isLost(SQLException e);

    /** What is wrong and what to do. */
    String words(SQLException e);
}
