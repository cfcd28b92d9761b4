package org.voxelpopuli.runtime.netty;

/** Something that waits to be sent, given to Netty piece by piece. */
interface Outgoing {
    /** In bytes. */
    long length();

    /** The most bytes to give at once. */
    int piece();

    /** What Netty writes. */
    Object part(long offset, long count);
}
