package org.voxelpopuli.kademlia.wire;

/** Whom a node takes for a peer. */
public enum Compatibility {
    /** Who proves to own the key that its id is made of, and belongs to the same network. All speak CBOR. */
    NONE,
    /** Whoever speaks one of the dialects: JSON, as the documents have it, has neither proofs of identity nor tokens, and no network has a name. */
    SEED
}
