package org.voxelpopuli.runtime.netty;

import io.netty.buffer.Unpooled;

/** Bytes of the heap. */
final class OutgoingBytes implements Outgoing {
    private static final int PIECE = 16 * 1024;

    private final byte[] bytes;

    OutgoingBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public int piece() {
        return PIECE;
    }

    @Override
    public Object part(long offset, long count) {
        return Unpooled.wrappedBuffer(bytes, (int) offset, (int) count);
    }
}
