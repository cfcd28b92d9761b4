package org.voxelpopuli.edits;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.voxelpopuli.world.ChunkPos;

/**
 * The one binary form of an {@link EditBatch}, in stores, between nodes and in files: at most 16 bytes for each voxel as long as no more than
 * 127 nodes wrote, and a few more for what stands at its ends.
 *
 * <p>In order: the byte 1, the version; the number of writers, and 20 bytes for each; the number of edits and, if there are any, 8 bytes with their
 * lowest time; for each edit, by rising voxel: how much higher its voxel is than the one before, its block, its time less the lowest, the index of
 * its writer; the number of applied ranges; for each: 8 bytes of session, its first number, how many more follow, 8 bytes of time; at the end 4 bytes
 * with the CRC-32C of all before. Numbers without a size are varints: 7 bits in each byte, the lowest first, the eighth bit set in all but the last.
 */
public final class EditBytes {
    private static final int VERSION = 1;
    private static final int CHECKSUM = Integer.BYTES;
    private static final int LONGEST_VARINT = 10;

    private EditBytes() {}

    /** The bytes of a batch. */
    public static byte[] write(EditBatch batch) {
        List<Edit> edits = new ArrayList<>(batch.edits());
        edits.sort(Comparator.comparingInt(Edit::voxel).thenComparing(Edit::stamp));
        Map<WriterId, Integer> writers = new LinkedHashMap<>();
        edits.forEach(edit -> writers.putIfAbsent(edit.stamp().writer(), writers.size()));

        Output out = new Output(64 + edits.size() * 15 + batch.applied().size() * 24);
        out.varint(VERSION);
        out.varint(writers.size());
        writers.keySet().forEach(writer -> out.write(writer.bytes()));
        writeEdits(edits, writers, out);
        out.varint(batch.applied().size());
        for (AppliedRange range : batch.applied()) {
            out.fixed(range.session());
            out.varint(range.from());
            out.varint(range.to() - range.from());
            out.fixed(range.time());
        }
        return out.withChecksum();
    }

    private static void writeEdits(List<Edit> edits, Map<WriterId, Integer> writers, Output out) {
        out.varint(edits.size());
        if (edits.isEmpty()) {
            return;
        }
        long lowest = edits.stream()
                .mapToLong(edit -> edit.stamp().time())
                .reduce((a, b) -> Long.compareUnsigned(a, b) <= 0 ? a : b)
                .orElseThrow();
        out.fixed(lowest);
        int before = 0;
        for (Edit edit : edits) {
            out.varint(edit.voxel() - before);
            out.varint(edit.block());
            out.varint(edit.stamp().time() - lowest);
            out.varint(writers.getOrDefault(edit.stamp().writer(), 0));
            before = edit.voxel();
        }
    }

    /**
     * The batch that was written.
     *
     * @throws IllegalArgumentException if the bytes are none, or damaged; the message says what is wrong
     */
    public static EditBatch read(byte[] bytes) {
        if (bytes.length < 1 + CHECKSUM) {
            throw new IllegalArgumentException("edits have " + bytes.length + " bytes, the least is " + (1 + CHECKSUM));
        }
        if (bytes[0] != VERSION) {
            throw new IllegalArgumentException("edits are written in version " + bytes[0] + ", known is " + VERSION);
        }
        int content = bytes.length - CHECKSUM;
        int checksum = ByteBuffer.wrap(bytes).getInt(content);
        if (checksum != checksum(bytes, content)) {
            throw new IllegalArgumentException("the checksum of " + bytes.length + " bytes of edits is wrong");
        }
        Input in = new Input(ByteBuffer.wrap(bytes, 1, content - 1));
        List<WriterId> writers = new ArrayList<>();
        for (int left = in.count(WriterId.LENGTH); left > 0; left--) {
            writers.add(WriterId.of(in.bytes(WriterId.LENGTH)));
        }
        List<Edit> edits = readEdits(in, writers);
        List<AppliedRange> applied = new ArrayList<>();
        for (int left = in.count(2 * Long.BYTES + 2); left > 0; left--) {
            long session = in.fixed();
            long from = in.varint();
            long to = from + in.varint();
            applied.add(new AppliedRange(session, in.toInt(from), in.toInt(to), in.fixed()));
        }
        in.requireEnd();
        return new EditBatch(edits, applied);
    }

    private static List<Edit> readEdits(Input in, List<WriterId> writers) {
        List<Edit> edits = new ArrayList<>();
        int count = in.count(4);
        if (count == 0) {
            return edits;
        }
        long lowest = in.fixed();
        long voxel = 0;
        for (int left = count; left > 0; left--) {
            voxel += in.varint();
            long block = in.varint();
            long time = lowest + in.varint();
            long writer = in.varint();
            if (voxel < 0 || voxel >= ChunkPos.VOLUME || writer < 0 || writer >= writers.size()) {
                throw new IllegalArgumentException("an edit of voxel " + voxel + " by writer number " + writer + " of "
                        + writers.size() + " is not possible");
            }
            edits.add(new Edit(in.toInt(voxel), in.toInt(block), new Stamp(time, writers.get(in.toInt(writer)))));
        }
        return edits;
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static final class Output {
        private byte[] bytes;
        private int count;

        Output(int size) {
            bytes = new byte[size];
        }

        private void require(int more) {
            if (bytes.length - count < more) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, count + more));
            }
        }

        void varint(long value) {
            require(LONGEST_VARINT);
            long left = value;
            while ((left & ~0x7FL) != 0) {
                bytes[count++] = (byte) (left | 0x80);
                left >>>= 7;
            }
            bytes[count++] = (byte) left;
        }

        void fixed(long value) {
            write(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
        }

        void write(byte[] more) {
            require(more.length);
            System.arraycopy(more, 0, bytes, count, more.length);
            count += more.length;
        }

        byte[] withChecksum() {
            byte[] all = Arrays.copyOf(bytes, count + CHECKSUM);
            ByteBuffer.wrap(all).putInt(count, checksum(all, count));
            return all;
        }
    }

    private record Input(ByteBuffer buffer) {
        long varint() {
            long value = 0;
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                require(1);
                byte next = buffer.get();
                value |= (next & 0x7FL) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new IllegalArgumentException("a number of edits is longer than 10 bytes");
        }

        long fixed() {
            require(Long.BYTES);
            return buffer.getLong();
        }

        byte[] bytes(int length) {
            require(length);
            byte[] bytes = new byte[length];
            buffer.get(bytes);
            return bytes;
        }

        /** A number of things that take so many bytes each at least, so that no claim makes us allocate what cannot be there. */
        int count(int leastBytes) {
            long count = varint();
            if (count < 0 || count > buffer.remaining() / leastBytes) {
                throw new IllegalArgumentException(
                        "edits claim " + count + " things in " + buffer.remaining() + " bytes");
            }
            return (int) count;
        }

        int toInt(long value) {
            if (value < 0 || value > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "a number of edits is " + value + ", allowed is 0.." + Integer.MAX_VALUE);
            }
            return (int) value;
        }

        private void require(int bytes) {
            if (buffer.remaining() < bytes) {
                throw new IllegalArgumentException("edits end too early");
            }
        }

        void requireEnd() {
            if (buffer.hasRemaining()) {
                throw new IllegalArgumentException(buffer.remaining() + " bytes follow the edits");
            }
        }
    }
}
