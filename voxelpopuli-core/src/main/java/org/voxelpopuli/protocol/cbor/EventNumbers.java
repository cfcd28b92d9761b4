package org.voxelpopuli.protocol.cbor;

/** What happens in a chunk besides its blocks: the numbers of the seed's packets. */
final class EventNumbers {
    static final int REGISTERED = 1;
    static final int DEREGISTERED = 2;
    static final int MOVED = 3;
    static final int TIME = 6;

    private EventNumbers() {}
}
