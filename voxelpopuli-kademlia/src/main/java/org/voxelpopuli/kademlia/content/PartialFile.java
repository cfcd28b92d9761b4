package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.FileStorage;

/**
 * A file of which some pieces are there. It is called {@code <name>.part} until it is whole, and the hashes of its pieces are kept beside it in {@code <name>.part-hashes}. Which pieces are there is
 * not written down: after a restart all that is in the file is hashed, and what has its hash is there, whatever the crash has done. Used on the writing worker, but for {@link #force} and {@link #forceWhole}, which
 * may run on another beside it.
 */
final class PartialFile {
    private static final byte[] CONTEXT = "voxelpopuli part\n".getBytes(StandardCharsets.US_ASCII);
    private static final String PART = ".part";
    private static final String STATE = ".part-hashes";

    private final FileStorage files;
    private final DownloadFolder folder;
    private final ContentId content;
    private final Path part;
    private final Path state;
    private volatile @Nullable FileChannel channel;
    private volatile boolean abandoned;

    PartialFile(FileStorage files, DownloadFolder folder, ContentId content) {
        this.files = files;
        this.folder = folder;
        this.content = content;
        this.part = folder.child(PART);
        this.state = folder.child(STATE);
    }

    /** The hashes that an earlier try has kept, if they are of this content. */
    Optional<Manifest> manifest() throws IOException {
        if (!folder.contains(STATE)) {
            return Optional.empty();
        }
        int size = CONTEXT.length + Long.BYTES + Manifest.pieces(content.length()) * Manifest.HASH_BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(size);
        try (FileChannel file = files.open(state, false)) {
            if (file.size() != size) {
                return Optional.empty();
            }
            while (bytes.hasRemaining() && file.read(bytes, bytes.position()) > 0) {
                // Until all is read.
            }
        }
        byte[] context = new byte[CONTEXT.length];
        bytes.flip();
        if (bytes.remaining() != size) {
            return Optional.empty();
        }
        bytes.get(context);
        long length = bytes.getLong();
        if (length != content.length()) {
            return Optional.empty();
        }
        byte[] hashes = new byte[bytes.remaining()];
        bytes.get(hashes);
        Manifest manifest = Manifest.of(length, hashes);
        return manifest.id().equals(content) ? Optional.of(manifest) : Optional.empty();
    }

    /** Begins, or goes on. Gives the pieces that are there. */
    BitSet open(Manifest manifest) throws IOException {
        folder.make();
        boolean known = manifest().isPresent();
        if (!known) {
            // Not cut: after a crash it may be the second name of a file that was placed.
            files.delete(part);
        }
        FileChannel file = files.open(part, true);
        channel = file;
        if (!known) {
            writeHashes(manifest);
        }
        BitSet there = new BitSet();
        ByteBuffer buffer = Manifest.newBuffer();
        for (int piece = 0; piece < manifest.pieces() && file.size() > manifest.offset(piece); piece++) {
            if (abandoned) {
                throw new IOException("nobody waits for it any more");
            }
            if (manifest.isIn(file, piece, buffer)) {
                there.set(piece);
            }
        }
        return there;
    }

    private void writeHashes(Manifest manifest) throws IOException {
        byte[] hashes = manifest.hashes();
        ByteBuffer bytes = ByteBuffer.allocate(CONTEXT.length + Long.BYTES + hashes.length)
                .put(CONTEXT)
                .putLong(manifest.length())
                .put(hashes)
                .flip();
        try (FileChannel file = files.open(state, true)) {
            file.truncate(0);
            write(file, bytes, 0);
            file.force(true);
        }
    }

    /** Keeps what belongs at this offset. */
    void write(long offset, Body bytes) throws IOException {
        long at = offset;
        for (ByteBuffer block : bytes.blocks()) {
            int count = block.remaining();
            write(opened(), block, at);
            at += count;
        }
    }

    /** What was written before is on the disk when this returns. */
    void force() throws IOException {
        force(opened(), false);
    }

    /** As {@link #force}, for a file of which all pieces are there. */
    void forceWhole() throws IOException {
        FileChannel file = opened();
        file.truncate(content.length());
        if (file.size() != content.length()) {
            throw new IOException("somebody has cut it while it was written");
        }
        force(file, true);
    }

    /** After a failure the system may say of bytes that they are written though they are not, and read them from its memory; so nothing of it is believed by the next try. */
    private void force(FileChannel file, boolean metaData) throws IOException {
        try {
            file.force(metaData);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            try {
                files.delete(state);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** Whoever reads what an earlier try has left may stop. On any thread. */
    void abandon() {
        abandoned = true;
    }

    private static void write(FileChannel file, ByteBuffer bytes, long offset) throws IOException {
        int begin = bytes.position();
        while (bytes.hasRemaining()) {
            file.write(bytes, offset + bytes.position() - begin);
        }
    }

    private FileChannel opened() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            throw new IOException("the file is closed");
        }
        return open;
    }

    /** All is on the disk: the file gets its name, or that name and a number if it is taken. */
    Path finish() throws IOException {
        close();
        Path placed = folder.place(part);
        files.delete(state);
        return placed;
    }

    /** Closes it; what is there stays. */
    void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
