package org.voxelpopuli.directory;

import org.voxelpopuli.world.ChunkPos;

/** A host does not serve a chunk, since another one does. */
public final class ServedElsewhereException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ServerAddress server;

    /** Names who serves it. */
    public ServedElsewhereException(ChunkPos chunk, ServerAddress server) {
        super("chunk " + chunk + " is served by " + server + " now");
        this.server = server;
    }

    /** Who serves it. */
    public ServerAddress server() {
        return server;
    }
}
