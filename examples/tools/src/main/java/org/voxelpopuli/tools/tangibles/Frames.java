package org.voxelpopuli.tools.tangibles;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Messages in a stream of bytes: four bytes of length, big-endian, then the message. Belongs to one connection. */
final class Frames {
    private final int maxLength;
    private byte[] pending = new byte[0];

    /** @param maxLength of a message, which is not waited for if it claims to be longer */
    Frames(int maxLength) {
        this.maxLength = maxLength;
    }

    static byte[] frame(byte[] message) {
        return ByteBuffer.allocate(Integer.BYTES + message.length)
                .putInt(message.length)
                .put(message)
                .array();
    }

    /**
     * The messages that are complete now.
     *
     * @throws IllegalArgumentException if one is too long
     */
    List<byte[]> received(byte[] bytes) {
        int before = pending.length;
        pending = Arrays.copyOf(pending, before + bytes.length);
        System.arraycopy(bytes, 0, pending, before, bytes.length);
        List<byte[]> messages = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.wrap(pending);
        int begin = 0;
        while (buffer.remaining() >= Integer.BYTES) {
            int length = buffer.getInt();
            if (length < 0 || length > maxLength) {
                throw new IllegalArgumentException("a message has " + length + " bytes, allowed is 0.." + maxLength);
            }
            if (buffer.remaining() < length) {
                break;
            }
            byte[] message = new byte[length];
            buffer.get(message);
            messages.add(message);
            begin = buffer.position();
        }
        pending = Arrays.copyOfRange(pending, begin, pending.length);
        return messages;
    }
}
