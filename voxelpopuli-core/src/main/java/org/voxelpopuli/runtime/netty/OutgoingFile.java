package org.voxelpopuli.runtime.netty;

import io.netty.channel.DefaultFileRegion;
import java.nio.channels.FileChannel;

/** A part of a file, which the system moves into the socket by itself (sendfile). Such parts do not count for the water mark: they cost no memory. */
final class OutgoingFile implements Outgoing {
    private static final int PIECE = 4 * 1024 * 1024;

    private final FileChannel file;
    private final long position;
    private final long length;

    OutgoingFile(FileChannel file, long position, long length) {
        if (position < 0 || length < 0) {
            throw new IllegalArgumentException("the part of the file begins at " + position + " and has " + length
                    + " bytes, allowed are 0 or more");
        }
        this.file = file;
        this.position = position;
        this.length = length;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int piece() {
        return PIECE;
    }

    @Override
    public Object part(long offset, long count) {
        return new Region(file, position + offset, count);
    }

    /** Netty would close the file after the first. */
    private static final class Region extends DefaultFileRegion {
        Region(FileChannel file, long position, long count) {
            super(file, position, count);
        }

        @Override
        protected void deallocate() {
            // It belongs to whoever sends it.
        }
    }
}
