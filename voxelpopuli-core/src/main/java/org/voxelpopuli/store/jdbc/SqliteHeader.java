package org.voxelpopuli.store.jdbc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The beginning of a SQLite file (sqlite.org/fileformat2.html, "The Database Header"). It is the same in each of ours, and without it nothing of a file can be read. */
final class SqliteHeader {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);

    /** Whoever has more wrong bytes is no file of ours. */
    private static final int MOST_WRONG = 4;

    /** By their place: what it is, pages of 4 096 bytes, a write-ahead log, the shares of a page; the format of the tables, 4; text in UTF-8, 1. */
    private static final Map<Integer, byte[]> CONSTANT = Map.of(
            0,
                    new byte[] {
                        'S', 'Q', 'L', 'i', 't', 'e', ' ', 'f', 'o', 'r', 'm', 'a', 't', ' ', '3', 0, 16, 0, 2, 2, 0,
                        64, 32, 32
                    },
            44, new byte[] {0, 0, 0, 4},
            56, new byte[] {0, 0, 0, 1});

    private SqliteHeader() {}

    /** Puts few wrong bytes right. */
    static void mend(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            int wrong = 0;
            for (Map.Entry<Integer, byte[]> part : CONSTANT.entrySet()) {
                ByteBuffer found = ByteBuffer.allocate(part.getValue().length);
                if (channel.read(found, part.getKey()) < found.capacity()) {
                    return;
                }
                for (int i = 0; i < found.capacity(); i++) {
                    wrong += found.get(i) == part.getValue()[i] ? 0 : 1;
                }
            }
            if (wrong > 0 && wrong <= MOST_WRONG) {
                for (Map.Entry<Integer, byte[]> part : CONSTANT.entrySet()) {
                    channel.write(ByteBuffer.wrap(part.getValue()), part.getKey());
                }
                LOG.error("{} had {} wrong bytes in its header, which are put right", file, wrong);
            }
        }
    }
}
