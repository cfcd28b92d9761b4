package org.voxelpopuli.tools.files;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Reads what a server sends until it closes, writes it to a file and forces that to the disk. */
final class PlainClient {
    private static final int BUFFER = 256 * 1024;
    /** As many as a node has on their way from one provider: 8 MiB. */
    private static final int BUFFERS = 32;

    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final BlockingQueue<ByteBuffer> free = new LinkedBlockingQueue<>();
    private final BlockingQueue<ByteBuffer> toHash = new LinkedBlockingQueue<>();
    private final Hashing hashing;

    PlainClient(Hashing hashing) {
        this.hashing = hashing;
        for (int i = 0; i < (hashing == Hashing.BESIDE ? BUFFERS : 1); i++) {
            free.add(ByteBuffer.allocateDirect(BUFFER));
        }
    }

    void copy(InetSocketAddress from, Path to) throws IOException, InterruptedException {
        MessageDigest digest = sha256();
        Thread hasher = new Thread(() -> hash(digest), "plain-hashing");
        hasher.setDaemon(true);
        hasher.start();
        try (SocketChannel socket = SocketChannel.open(from);
                FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = free.take();
            while (socket.read(buffer) >= 0) {
                buffer.flip();
                if (hashing == Hashing.IN_TURN) {
                    digest.update(buffer.duplicate());
                }
                ByteBuffer rest = buffer.duplicate();
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
                if (hashing == Hashing.BESIDE) {
                    toHash.add(buffer);
                    buffer = free.take();
                }
                buffer.clear();
            }
            out.force(true);
        } finally {
            toHash.add(END);
            hasher.join();
        }
    }

    private void hash(MessageDigest digest) {
        try {
            for (ByteBuffer next = toHash.take(); next.capacity() > 0; next = toHash.take()) {
                digest.update(next);
                free.add(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
