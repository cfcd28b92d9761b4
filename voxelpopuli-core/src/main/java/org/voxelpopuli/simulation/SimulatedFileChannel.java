package org.voxelpopuli.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A file of a simulated host that is open. It knows what {@link org.voxelpopuli.runtime.FileStorage#open} promises. */
final class SimulatedFileChannel extends FileChannel {
    private final SimulatedFiles files;
    private final Path path;
    private final boolean writable;
    private final SimulatedFile file;

    SimulatedFileChannel(SimulatedFiles files, Path path, boolean writable, SimulatedFile file) {
        this.files = files;
        this.path = path;
        this.writable = writable;
        this.file = file;
    }

    private void requireOpen() throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private void requireWritable() throws IOException {
        requireOpen();
        if (!writable) {
            throw new NonWritableChannelException();
        }
        files.requireWritable(path);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        requireOpen();
        files.requireReadable(path);
        byte[] bytes = file.read((int) Math.min(Integer.MAX_VALUE, position), into.remaining());
        into.put(bytes);
        return bytes.length == 0 ? -1 : bytes.length;
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        requireWritable();
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        file.write(Math.toIntExact(position), bytes);
        return bytes.length;
    }

    @Override
    public long size() throws IOException {
        requireOpen();
        return file.length();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        requireWritable();
        file.truncate(Math.toIntExact(size));
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        requireWritable();
        file.force();
    }

    @Override
    protected void implCloseChannel() {}

    private static UnsupportedOperationException unknown() {
        return new UnsupportedOperationException("files are read and written at given positions alone");
    }

    @Override
    public int read(ByteBuffer into) {
        throw unknown();
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        throw unknown();
    }

    @Override
    public int write(ByteBuffer from) {
        throw unknown();
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw unknown();
    }

    @Override
    public long position() {
        throw unknown();
    }

    @Override
    public FileChannel position(long newPosition) {
        throw unknown();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw unknown();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw unknown();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw unknown();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw unknown();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw unknown();
    }
}
