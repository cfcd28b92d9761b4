package org.voxelpopuli.tools.files;

/** What the client of the plain server does besides writing. */
public enum Hashing {
    /** Nothing. */
    NONE,
    /** SHA-256 of what came, before it reads on. */
    IN_TURN,
    /** SHA-256 on a thread of its own, beside reading and writing: what nobody who verifies a file can do without. */
    BESIDE
}
