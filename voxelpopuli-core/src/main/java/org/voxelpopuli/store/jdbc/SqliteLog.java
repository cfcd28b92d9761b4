package org.voxelpopuli.store.jdbc;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks for damage in a write-ahead log that a process left behind (sqlite.org/fileformat2.html, "The Write-Ahead Log"). SQLite takes the first frame with a wrong
 * checksum for the end, as it must, since a commit may have been cut off there, and says nothing; so damage would take back, silently, all commits behind it.
 */
final class SqliteLog {
    private static final int HEADER_BYTES = 32;
    private static final int FRAME_HEADER_BYTES = 24;
    private static final int MAGIC = 0x377F0682;
    private static final int LEAST_PAGE = 512;
    private static final int MOST_PAGE = 65_536;

    private final ByteOrder order;
    private final long salts;
    private int sum1;
    private int sum2;

    private SqliteLog(ByteOrder order, long salts) {
        this.order = order;
        this.salts = salts;
    }

    /**
     * What is wrong with a log, empty if nothing is, or if there is none. A frame with a wrong checksum is damage if at least two commits follow it: the second began
     * when the first, and so the frame, was on the disk. Of one commit it cannot be told whether it was ever whole.
     *
     * @throws IOException if it cannot be read
     */
    static Optional<String> damage(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) < HEADER_BYTES) {
            return Optional.empty();
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(HEADER_BYTES));
            int magic = header.getInt(0);
            int page = header.getInt(8);
            ByteOrder order = (magic & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            SqliteLog log = new SqliteLog(order, header.getLong(16));
            log.sum(header.array(), HEADER_BYTES - 8);
            if ((magic & ~1) != MAGIC
                    || page < LEAST_PAGE
                    || page > MOST_PAGE
                    || !log.isSum(header, HEADER_BYTES - 8)) {
                return Optional.of("its header is damaged");
            }
            return log.frames(in, page);
        }
    }

    private Optional<String> frames(DataInputStream in, int page) throws IOException {
        byte[] content = new byte[page];
        long firstWrong = 0;
        int commitsBehind = 0;
        for (long number = 1; ; number++) {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(FRAME_HEADER_BYTES));
            try {
                in.readFully(content);
            } catch (EOFException e) {
                break;
            }
            sum(header.array(), 8);
            sum(content, page);
            boolean sound = header.getLong(8) == salts && isSum(header, 16);
            // The next frame's checksum goes on from the one that is written here.
            sum1 = header.getInt(16);
            sum2 = header.getInt(20);
            if (!sound && firstWrong == 0) {
                firstWrong = number;
            } else if (sound && firstWrong > 0 && header.getInt(4) != 0) {
                commitsBehind++;
            }
        }
        return commitsBehind < 2
                ? Optional.empty()
                : Optional.of(
                        "page " + firstWrong + " in it is damaged, and " + commitsBehind + " or more commits follow");
    }

    private boolean isSum(ByteBuffer header, int at) {
        return header.getInt(at) == sum1 && header.getInt(at + 4) == sum2;
    }

    private void sum(byte[] bytes, int length) {
        ByteBuffer words = ByteBuffer.wrap(bytes, 0, length).order(order);
        while (words.hasRemaining()) {
            sum1 += words.getInt() + sum2;
            sum2 += words.getInt() + sum1;
        }
    }
}
