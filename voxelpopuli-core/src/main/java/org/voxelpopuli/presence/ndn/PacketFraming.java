package org.voxelpopuli.presence.ndn;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of a stream into packets, which follow each other without anything between. Pure; one for each connection. Holds one packet at most.
 */
final class PacketFraming {
    /** A type of one byte and the longest form of a length. */
    private static final int MAX_HEAD = 10;

    private final byte[] held = new byte[Packet.MAX_BYTES];
    private int count;
    private @Nullable String broken;

    /**
     * Takes bytes that arrived.
     *
     * @param packets gets each packet that is complete
     * @return false if something else than packets arrives; then nothing more is taken
     */
    boolean append(byte[] bytes, Consumer<byte[]> packets) {
        int at = 0;
        while (broken == null && at < bytes.length) {
            int needed = needed();
            if (broken != null) {
                break;
            }
            int taken = Math.min(needed - count, bytes.length - at);
            System.arraycopy(bytes, at, held, count, taken);
            at += taken;
            count += taken;
            if (count == packetLength()) {
                packets.accept(Arrays.copyOf(held, count));
                count = 0;
            }
        }
        return broken == null;
    }

    /** Why nothing more is taken, in words; null while all is well. */
    @Nullable
    String broken() {
        return broken;
    }

    /** So many bytes are needed before something more can be said. */
    private int needed() {
        int length = packetLength();
        return length > 0 ? length : count + 1;
    }

    /** How long the packet is of which the first bytes are here; 0 if they do not say yet. */
    private int packetLength() {
        if (count == 0) {
            return 0;
        }
        if (held[0] != Tlv.INTEREST && held[0] != Tlv.DATA && held[0] != Tlv.LINK_PACKET) {
            broken = "an element of type " + (held[0] & 0xFF)
                    + " arrived, neither Interest (5), Data (6) nor a link packet (100)";
            return 0;
        }
        if (count == 1) {
            return 0;
        }
        int first = held[1] & 0xFF;
        int head = first < 253 ? 2 : first == 253 ? 4 : MAX_HEAD;
        if (count < Math.min(head, 4)) {
            return 0;
        }
        int length = first < 253 ? first : (held[2] & 0xFF) << 8 | (held[3] & 0xFF);
        if (head == MAX_HEAD || head + length > Packet.MAX_BYTES) {
            broken = "a packet is longer than " + Packet.MAX_BYTES + " bytes";
            return 0;
        }
        return head + length;
    }
}
