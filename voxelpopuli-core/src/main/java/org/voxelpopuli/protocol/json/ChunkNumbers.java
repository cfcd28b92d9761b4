package org.voxelpopuli.protocol.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * CHUNK_DATA as text, the one packet whose size matters: 32 768 numbers. Digits are written to and read from the bytes directly.
 * Only the form that we write is read here; everything else goes the long way through the JSON parser.
 */
final class ChunkNumbers {
    private static final byte[] HEAD = "{\"type\":5,\"args\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TAIL = "],\"player\":\"\"}\n".getBytes(StandardCharsets.US_ASCII);

    private ChunkNumbers() {}

    /** The packet's line. */
    static byte[] encode(Chunk chunk) {
        int[] blocks = chunk.blocks();
        // Two bytes a block suffice for ids below 10; the widest id takes five digits and a comma.
        int length = HEAD.length + TAIL.length - 1;
        for (int block : blocks) {
            length += digits(block) + 1;
        }
        byte[] line = new byte[length];
        System.arraycopy(HEAD, 0, line, 0, HEAD.length);
        int at = HEAD.length;
        for (int block : blocks) {
            if (block < 10) {
                line[at++] = (byte) ('0' + block);
            } else {
                int width = digits(block);
                int rest = block;
                for (int i = at + width - 1; i >= at; i--) {
                    line[i] = (byte) ('0' + rest % 10);
                    rest /= 10;
                }
                at += width;
            }
            line[at++] = ',';
        }
        // The tail takes the place of the last comma.
        System.arraycopy(TAIL, 0, line, at - 1, TAIL.length);
        return line;
    }

    private static int digits(int block) {
        if (block < 10) {
            return 1;
        }
        if (block < 100) {
            return 2;
        }
        if (block < 1_000) {
            return 3;
        }
        return block < 10_000 ? 4 : 5;
    }

    /** The chunk, or null if the frame is not exactly of the form that {@link #encode} writes, without its newline. */
    static @Nullable Chunk decode(byte[] frame) {
        int tail = frame.length - (TAIL.length - 1);
        if (tail < HEAD.length
                || !Arrays.equals(frame, 0, HEAD.length, HEAD, 0, HEAD.length)
                || !Arrays.equals(frame, tail, frame.length, TAIL, 0, TAIL.length - 1)) {
            return null;
        }
        int[] blocks = new int[ChunkPos.VOLUME];
        int at = HEAD.length;
        for (int voxel = 0; voxel < blocks.length; voxel++) {
            int first = at;
            int block = 0;
            while (at < tail && frame[at] >= '0' && frame[at] <= '9' && at - first < 5) {
                block = block * 10 + frame[at++] - '0';
            }
            boolean last = voxel == blocks.length - 1;
            boolean leadingZero = frame[first] == '0' && at > first + 1;
            if (at == first || leadingZero || block > BlockType.MAX_ID || (last ? at != tail : frame[at] != ',')) {
                return null;
            }
            blocks[voxel] = block;
            at++;
        }
        return Chunk.of(blocks);
    }
}
