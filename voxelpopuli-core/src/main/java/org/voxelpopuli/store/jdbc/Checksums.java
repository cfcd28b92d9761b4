package org.voxelpopuli.store.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditBytes;
import org.voxelpopuli.world.ChunkPos;

/** Checks that a row is what was written, all of its columns: databases do not notice a flipped bit within a value, nor a row that says that it is of another chunk. */
final class Checksums {
    private Checksums() {}

    /** CRC-32C of the position, as three big-endian integers of 4 bytes, and the bytes. */
    static long of(ChunkPos position, byte[] bytes) {
        CRC32C crc = new CRC32C();
        ByteBuffer key = ByteBuffer.allocate(3 * Integer.BYTES);
        crc.update(key.putInt(position.x())
                .putInt(position.y())
                .putInt(position.z())
                .flip());
        crc.update(bytes, 0, bytes.length);
        return crc.getValue();
    }

    /** CRC-32C of kind, key and value in UTF-8, each with a zero byte behind it, and the time, 8 bytes, big-endian. */
    static long of(String kind, String key, String value, long writtenMillis) {
        CRC32C crc = new CRC32C();
        for (String text : new String[] {kind, key, value}) {
            crc.update(text.getBytes(StandardCharsets.UTF_8));
            crc.update(0);
        }
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(writtenMillis).flip());
        return crc.getValue();
    }

    /**
     * The edits of a row.
     *
     * @throws IllegalArgumentException if the row is damaged
     */
    static EditBatch read(ChunkPos position, byte @Nullable [] bytes, long checksum) {
        if (bytes == null || of(position, bytes) != checksum) {
            throw new IllegalArgumentException("its checksum is wrong");
        }
        return EditBytes.read(bytes);
    }
}
