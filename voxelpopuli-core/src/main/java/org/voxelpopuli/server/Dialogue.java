package org.voxelpopuli.server;

import org.jspecify.annotations.Nullable;

/** What is said over one connection, in one dialect. Belongs to the connection's worker. */
interface Dialogue {
    void received(byte[] bytes);

    /** The other will say no more; true to keep the connection for an answer that is on its way. */
    boolean endOfInput();

    /** The connection ended. */
    void closed(@Nullable Throwable cause);
}
