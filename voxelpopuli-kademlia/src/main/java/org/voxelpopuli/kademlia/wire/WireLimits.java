package org.voxelpopuli.kademlia.wire;

/** What a datagram may contain, the same in each dialect. */
final class WireLimits {
    /** How deep lists and objects may be nested, the envelope included. */
    static final int MAX_DEPTH = 16;

    /** UTF-16 units of a text. */
    static final int MAX_TEXT = 32_768;

    /** Bytes of the name of a field, in UTF-8. */
    static final int MAX_FIELD_NAME = 256;

    /** Characters of a number as text. */
    static final int MAX_NUMBER = 64;

    /** Values, or in JSON tokens. */
    static final int MAX_ITEMS = 20_000;

    /** Bytes of the name of a procedure, in UTF-8; in JSON UTF-16 units. */
    static final int MAX_RPC_NAME = 64;

    private WireLimits() {}
}
