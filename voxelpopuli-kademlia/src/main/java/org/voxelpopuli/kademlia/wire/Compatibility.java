package org.voxelpopuli.kademlia.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whom a node takes for a peer. */
public enum Compatibility {
    /** Who proves to own the key that its id is made of, and belongs to the same network. All speak CBOR. */
    NONE(null),
    /** Whoever speaks one of the dialects: JSON, as the documents have it, has neither proofs of identity nor tokens, and no network has a name. */
    SEED(Dialect.JSON),
    /**
     * Peers of the public implementation of P2Play, and nodes of ours that are set so, too: they share a network in which nobody proves anything and nothing is signed. Nodes of
     * networks that are not set so do not meet it.
     */
    P2PLAY(Dialect.P2PLAY);

    private final @Nullable Dialect dialect;

    Compatibility(@Nullable Dialect dialect) {
        this.dialect = dialect;
    }

    /** What is spoken besides CBOR; empty for nothing. */
    public Optional<Dialect> dialect() {
        return Optional.ofNullable(dialect);
    }
}
