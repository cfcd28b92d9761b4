package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The SHA-256 of each piece of a file. The size of a piece follows from the length of the file: 256 KiB, and for large files as much more as is needed that there are
 * {@value #MAX_PIECES} at most. The root, which stands in the kad-file, is the SHA-256 of {@code "voxelpopuli file\n"}, the length in 8 bytes and all hashes; so whoever knows the root
 * believes nothing else. Immutable.
 */
final class Manifest {
    static final int HASH_BYTES = 32;
    static final int MAX_PIECES = 8_192;
    static final int MIN_PIECE = 256 * 1024;
    static final int MAX_PIECE = (int) (ContentId.MAX_LENGTH / MAX_PIECES);

    private static final byte[] CONTEXT = "voxelpopuli file\n".getBytes(StandardCharsets.US_ASCII);
    private static final int READ = 128 * 1024;

    private final long length;
    private final byte[] hashes;

    private Manifest(long length, byte[] hashes) {
        this.length = length;
        this.hashes = hashes;
    }

    static int pieceSize(long length) {
        int size = MIN_PIECE;
        while ((long) size * MAX_PIECES < length) {
            size *= 2;
        }
        return size;
    }

    static int pieces(long length) {
        int size = pieceSize(length);
        return (int) ((length + size - 1) / size);
    }

    /** The hashes of all pieces of a file of that length, one behind the other; the array is not copied. */
    static Manifest of(long length, byte[] hashes) {
        if (hashes.length != pieces(length) * HASH_BYTES) {
            throw new IllegalArgumentException("a file of " + length + " bytes has " + hashes.length
                    + " bytes of hashes, allowed are " + pieces(length) * HASH_BYTES);
        }
        return new Manifest(length, hashes);
    }

    /**
     * Reads a whole file.
     *
     * @throws IOException if it cannot be read, is too long, or changes meanwhile
     */
    static Manifest of(FileChannel file) throws IOException {
        long length = file.size();
        if (length > ContentId.MAX_LENGTH) {
            throw new IOException("the file has " + length + " bytes, allowed are " + ContentId.MAX_LENGTH);
        }
        int pieces = pieces(length);
        byte[] hashes = new byte[pieces * HASH_BYTES];
        Manifest manifest = new Manifest(length, hashes);
        ByteBuffer buffer = ByteBuffer.allocate(READ);
        for (int piece = 0; piece < pieces; piece++) {
            byte[] hash = hash(file, manifest.offset(piece), manifest.size(piece), buffer);
            System.arraycopy(hash, 0, hashes, piece * HASH_BYTES, HASH_BYTES);
        }
        if (file.size() != length) {
            throw new IOException("the file changes while it is read");
        }
        return manifest;
    }

    private static byte[] hash(FileChannel file, long offset, int size, ByteBuffer buffer) throws IOException {
        MessageDigest digest = sha256();
        int left = size;
        while (left > 0) {
            buffer.clear().limit(Math.min(left, buffer.capacity()));
            int read = file.read(buffer, offset + size - left);
            if (read <= 0) {
                throw new IOException("the file ends at " + (offset + size - left) + ", before its length");
            }
            digest.update(buffer.flip());
            left -= read;
        }
        return digest.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    ContentId id() {
        MessageDigest digest = sha256();
        digest.update(CONTEXT);
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(length).array());
        digest.update(hashes);
        return new ContentId(ContentId.text(digest.digest()), length);
    }

    long length() {
        return length;
    }

    int pieces() {
        return hashes.length / HASH_BYTES;
    }

    long offset(int piece) {
        return (long) piece * pieceSize(length);
    }

    int size(int piece) {
        return (int) Math.min(pieceSize(length), length - offset(piece));
    }

    /** All hashes, not to be changed. */
    byte[] hashes() {
        return hashes;
    }

    /**
     * Looks whether these are the bytes of pieces that follow each other.
     *
     * @return the first that is wrong; empty if they are what they should be
     */
    OptionalInt wrongPiece(int first, Body bytes) {
        MessageDigest digest = sha256();
        int piece = first;
        int begun = 0;
        for (ByteBuffer block : bytes.blocks()) {
            begun += block.remaining();
            digest.update(block);
            // A piece begins with a block.
            if (piece < pieces() && begun == size(piece)) {
                if (!isHash(piece, digest.digest())) {
                    return OptionalInt.of(piece);
                }
                piece++;
                begun = 0;
            }
        }
        return begun == 0 && piece > first ? OptionalInt.empty() : OptionalInt.of(piece);
    }

    /** Whether a file holds a piece at its place. */
    boolean isIn(FileChannel file, int piece, ByteBuffer buffer) throws IOException {
        return file.size() >= offset(piece) + size(piece)
                && isHash(piece, hash(file, offset(piece), size(piece), buffer));
    }

    static ByteBuffer newBuffer() {
        return ByteBuffer.allocate(READ);
    }

    private boolean isHash(int piece, byte[] hash) {
        return Arrays.equals(hashes, piece * HASH_BYTES, (piece + 1) * HASH_BYTES, hash, 0, HASH_BYTES);
    }
}
