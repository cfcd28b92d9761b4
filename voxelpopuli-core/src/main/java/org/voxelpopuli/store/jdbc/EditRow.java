package org.voxelpopuli.store.jdbc;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.world.ChunkPos;

/** Checks that a row of the table {@code edit} is what was written: SQLite itself does not notice a flipped bit within a value. */
final class EditRow {
    private EditRow() {}

    /** CRC-32C of the seven other columns, as big-endian integers (time: 8 bytes, others: 4) and the writer's bytes. */
    static long checksum(ChunkPos position, int voxel, int block, long time, byte[] writer) {
        ByteBuffer bytes = ByteBuffer.allocate(5 * Integer.BYTES + Long.BYTES + writer.length);
        bytes.putInt(position.x()).putInt(position.y()).putInt(position.z());
        bytes.putInt(voxel).putInt(block).putLong(time).put(writer);
        CRC32C crc = new CRC32C();
        crc.update(bytes.flip());
        return crc.getValue();
    }

    /** @throws IllegalArgumentException if the row is damaged */
    static Edit read(ChunkPos position, long voxel, long block, long time, byte[] writer, long checksum) {
        if (checksum(position, (int) voxel, (int) block, time, writer) != checksum) {
            throw new IllegalArgumentException("its checksum is wrong");
        }
        return new Edit(Math.toIntExact(voxel), Math.toIntExact(block), new Stamp(time, WriterId.of(writer)));
    }
}
