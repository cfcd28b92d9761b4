package org.voxelpopuli.client;

/** How a {@link WorldClient} talks to the servers of chunks. */
public enum Dialect {
    /** Protocol v2: one connection for each server, edits that are answered and survive the end of their server. */
    FRAMES,
    /** The seed's JSON lines: one connection for each chunk, edits that are confirmed by what is shown. */
    SEED
}
