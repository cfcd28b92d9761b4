package org.voxelpopuli.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** The content of a file, and what of it a crash may take. */
final class SimulatedFile {
    private byte[] content;
    private int length;
    /** For each write since the last force what it replaced, so that it can be undone. */
    private final List<Unforced> unforced = new ArrayList<>();

    /** A write: where it began, and what was there before. */
    private static final class Unforced {
        final int position;
        final byte[] before;
        final int count;

        Unforced(int position, byte[] before, int count) {
            this.position = position;
            this.before = before;
            this.count = count;
        }
    }

    SimulatedFile(byte[] content) {
        this.content = content.clone();
        this.length = content.length;
    }

    int length() {
        return length;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(content, length);
    }

    /** At most so many bytes; fewer at the end. */
    byte[] read(int position, int count) {
        return position >= length
                ? new byte[0]
                : Arrays.copyOfRange(content, position, (int) Math.min(length, (long) position + count));
    }

    void write(int position, byte[] bytes) {
        int end = Math.addExact(position, bytes.length);
        unforced.add(new Unforced(position, read(position, bytes.length), bytes.length));
        if (end > content.length) {
            content = Arrays.copyOf(content, Math.max(end, content.length * 2));
        }
        System.arraycopy(bytes, 0, content, position, bytes.length);
        length = Math.max(length, end);
    }

    void truncate(int size) {
        if (size < length) {
            Arrays.fill(content, size, length, (byte) 0);
            length = size;
        }
    }

    void force() {
        unforced.clear();
    }

    /** Of what was not forced, a part is zeros again. */
    void crash(RandomGenerator random) {
        for (Unforced write : unforced) {
            if (random.nextBoolean()) {
                byte[] lost = Arrays.copyOf(write.before, write.count);
                System.arraycopy(
                        lost, 0, content, write.position, Math.max(0, Math.min(lost.length, length - write.position)));
            }
        }
        unforced.clear();
    }
}
