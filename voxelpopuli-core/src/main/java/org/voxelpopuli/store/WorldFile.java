package org.voxelpopuli.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditBytes;
import org.voxelpopuli.world.ChunkPos;

/** A part of a world in a file that outlives versions and stores, so that it can be taken elsewhere: docs/world-file.md tells the format. */
public final class WorldFile {
    /** The version that is written, and the highest that is read. */
    public static final int VERSION = 1;

    /** The longest content of a chunk in bytes; the state of one is far shorter. */
    public static final int MAX_CHUNK_BYTES = 16 << 20;

    /** Not text, and changed by whatever takes it for text (as that of PNG). */
    private static final long SIGNATURE = 0x89_56_58_57_0D_0A_1A_0AL;

    private static final int END = 0;
    private static final int CHUNK = 1;

    private WorldFile() {}

    /**
     * A chunk of a file.
     *
     * @param position of it
     * @param edits all that is true of it
     */
    public record Entry(ChunkPos position, EditBatch edits) {}

    /** Writes a file. Blocks; belongs to one thread. */
    public static final class Writer implements AutoCloseable {
        private final CheckedOutputStream checked;
        private final DataOutputStream out;
        private long chunks;

        /**
         * Begins a file.
         *
         * @param stream becomes this writer's own
         * @param wallMillis the wall clock now
         */
        public Writer(OutputStream stream, long wallMillis) throws IOException {
            checked = new CheckedOutputStream(new BufferedOutputStream(stream, 1 << 16), new CRC32C());
            out = new DataOutputStream(checked);
            out.writeLong(SIGNATURE);
            out.writeShort(VERSION);
            out.writeLong(wallMillis);
        }

        /**
         * Adds a chunk.
         *
         * @throws IllegalArgumentException if its content is longer than {@link #MAX_CHUNK_BYTES}
         */
        public void write(Entry entry) throws IOException {
            byte[] bytes = EditBytes.write(entry.edits());
            if (bytes.length > MAX_CHUNK_BYTES) {
                throw new IllegalArgumentException(
                        "chunk " + entry.position() + " has " + bytes.length + " bytes, allowed is " + MAX_CHUNK_BYTES);
            }
            out.writeByte(CHUNK);
            out.writeInt(entry.position().x());
            out.writeInt(entry.position().y());
            out.writeInt(entry.position().z());
            out.writeInt(bytes.length);
            out.write(bytes);
            out.writeInt(checksum());
            chunks++;
        }

        private int checksum() {
            return (int) checked.getChecksum().getValue();
        }

        /** Ends the file, which is damaged without it, and hands all of it to the stream. */
        public void finish() throws IOException {
            out.writeByte(END);
            out.writeLong(chunks);
            out.writeInt(checksum());
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Reads a file. Blocks; belongs to one thread. What is not as it was written is an {@link IOException} that says what is wrong. */
    public static final class Reader implements AutoCloseable {
        private final CheckedInputStream checked;
        private final DataInputStream in;
        private final long writtenMillis;
        private long chunks;
        private boolean ended;

        /**
         * Reads the beginning of a file.
         *
         * @param stream becomes this reader's own
         */
        public Reader(InputStream stream) throws IOException {
            checked = new CheckedInputStream(new BufferedInputStream(stream, 1 << 16), new CRC32C());
            in = new DataInputStream(checked);
            try {
                if (in.readLong() != SIGNATURE) {
                    throw new IOException("it is no world file");
                }
                int version = in.readUnsignedShort();
                if (version < 1 || version > VERSION) {
                    throw new IOException("it has version " + version + ", known is up to " + VERSION);
                }
                writtenMillis = in.readLong();
            } catch (EOFException e) {
                throw cutOff(e);
            }
        }

        /** The wall clock when it was written. */
        public long writtenMillis() {
            return writtenMillis;
        }

        /** The next chunk; empty after the last one, when the file has turned out to be whole. */
        public Optional<Entry> next() throws IOException {
            if (ended) {
                return Optional.empty();
            }
            try {
                int kind = in.readUnsignedByte();
                if (kind == CHUNK) {
                    return Optional.of(chunk());
                }
                if (kind != END) {
                    throw new IOException("it is damaged behind " + chunks + " chunks");
                }
                end();
                return Optional.empty();
            } catch (EOFException e) {
                throw cutOff(e);
            }
        }

        private Entry chunk() throws IOException {
            int x = in.readInt();
            int y = in.readInt();
            int z = in.readInt();
            int length = in.readInt();
            if (length < 0 || length > MAX_CHUNK_BYTES) {
                throw new IOException("it is damaged behind " + chunks + " chunks: one has " + length
                        + " bytes, allowed is " + MAX_CHUNK_BYTES);
            }
            // Not an array of the length that is claimed: the file may be shorter.
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException();
            }
            requireChecksum();
            try {
                Entry entry = new Entry(new ChunkPos(x, y, z), EditBytes.read(bytes));
                chunks++;
                return entry;
            } catch (IllegalArgumentException e) {
                throw new IOException("it is damaged behind " + chunks + " chunks: " + e.getMessage(), e);
            }
        }

        private void end() throws IOException {
            long claimed = in.readLong();
            requireChecksum();
            if (claimed != chunks) {
                throw new IOException("it has " + chunks + " chunks, and says " + claimed);
            }
            if (in.read() >= 0) {
                throw new IOException("something follows its end");
            }
            ended = true;
        }

        private void requireChecksum() throws IOException {
            int computed = (int) checked.getChecksum().getValue();
            if (in.readInt() != computed) {
                throw new IOException("it is damaged behind " + chunks + " chunks: a checksum is wrong");
            }
        }

        private IOException cutOff(EOFException e) {
            return new IOException("it is cut off behind " + chunks + " chunks", e);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
