package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.runtime.NodeClock;

/**
 * The content of a position's Data: the avatar's clock in milliseconds (6 bytes), x, y, z (single precision, 4 bytes each), big-endian; then what there is to say besides, each as a tag of one byte and a
 * value: 1 and the number 0..1023 (2 bytes) if it is not that of the Data's name, 2 and the number 0..255 of the latest action (1 byte), 3 and the type with its length (1 byte) before it, 4 alone if the avatar has left,
 * 5 and the UDP address of its host with its length (1 byte: 6 or 18) before it, the port (2 bytes) last. What comes after an unknown tag is not read.
 *
 * @param sequence goes round at {@value #SEQUENCES}
 * @param wallMillis when it was there, by its own clock
 * @param position where it was
 * @param action the number of the avatar's latest action, which goes round at {@link ActionSource#NUMBERS}; empty before the first
 * @param type what it is; empty in answers to questions for a number
 * @param gone whether it has left and will not answer any more
 * @param address where its host answers; empty in answers to questions for a number, and if the host does not know
 */
record PositionRecord(
        int sequence,
        long wallMillis,
        Point position,
        OptionalInt action,
        String type,
        boolean gone,
        Optional<InetSocketAddress> address) {
    /** Numbers there are. */
    static final int SEQUENCES = 1_024;

    /** The most characters of a type. */
    static final int MAX_TYPE = 32;

    private static final Pattern TYPE = Pattern.compile("[a-z0-9._-]{1," + MAX_TYPE + "}");

    private static final int LEAST = 6 + 3 * 4;
    private static final int MOST = LEAST + 3 + 2 + 2 + MAX_TYPE + 1 + 2 + 18;
    private static final byte NUMBER = 1;
    private static final byte ACTION = 2;
    private static final byte TYPED = 3;
    private static final byte GONE = 4;
    private static final byte ADDRESS = 5;

    /** Of who is there. */
    PositionRecord(int sequence, long wallMillis, Point position, OptionalInt action, String type) {
        this(sequence, wallMillis, position, action, type, false, Optional.empty());
    }

    /** @throws IllegalArgumentException if an avatar's type is none */
    static String requireType(String type) {
        Objects.requireNonNull(type, "the type of an avatar is null");
        if (!TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException("the type of an avatar is '" + type + "', allowed are 1 to " + MAX_TYPE
                    + " of the characters a-z 0-9 . _ -");
        }
        return type;
    }

    /** A name below that of the position, which asks for a number. */
    static Name named(Name position, int sequence) {
        return position.append(NameComponent.ofNumber(NameComponent.SEQUENCE_NUMBER, sequence));
    }

    /** A name below that of the position, which asks for the present one and which nobody has asked for before. */
    static Name unheardOf(Name position, NodeClock clock) {
        return position.append(NameComponent.ofNumber(NameComponent.VERSION, clock.wallMillis()));
    }

    /** The number with which a name ends, -1 if with none. */
    static int numberIn(Name name) {
        NameComponent last = name.last();
        boolean isNumber = last.type() == NameComponent.SEQUENCE_NUMBER && (last.length() == 1 || last.length() == 2);
        return isNumber ? (int) last.toNumber() % SEQUENCES : -1;
    }

    /** By its clock, and within the same millisecond by its number: numbers begin anew when an avatar does. */
    boolean isNewerThan(PositionRecord other) {
        return wallMillis > other.wallMillis || (wallMillis == other.wallMillis && ahead(sequence, other.sequence) > 0);
    }

    /** What is too far away for single precision is as far as that goes: others read no infinite place. */
    private static float single(double coordinate) {
        return (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, coordinate));
    }

    /** The content of the Data of that name. */
    byte[] encodeFor(Name name) {
        int numberInName = numberIn(name);
        ByteBuffer buffer = ByteBuffer.allocate(MOST)
                .putShort((short) (wallMillis >>> 32))
                .putInt((int) wallMillis)
                .putFloat(single(position.x()))
                .putFloat(single(position.y()))
                .putFloat(single(position.z()));
        if (numberInName != sequence) {
            buffer.put(NUMBER).putShort((short) sequence);
        }
        action.ifPresent(number -> buffer.put(ACTION).put((byte) number));
        if (numberInName < 0) {
            byte[] text = type.getBytes(UTF_8);
            buffer.put(TYPED).put((byte) text.length).put(text);
        }
        if (gone) {
            buffer.put(GONE);
        }
        if (numberInName < 0 && address.isPresent()) {
            byte[] host = address.get().getAddress().getAddress();
            buffer.put(ADDRESS).put((byte) (host.length + 2)).put(host).putShort((short)
                    address.get().getPort());
        }
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    /**
     * Reads what {@link #encodeFor} wrote.
     *
     * @throws IllegalArgumentException if it is none
     */
    static PositionRecord decode(Name name, byte[] bytes) {
        require(bytes.length >= LEAST, "a position has " + bytes.length + " bytes, allowed are " + LEAST + " or more");
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long millis = (buffer.getShort() & 0xFFFFL) << 32 | (buffer.getInt() & 0xFFFF_FFFFL);
        Point position = new Point(buffer.getFloat(), buffer.getFloat(), buffer.getFloat());
        int sequence = numberIn(name);
        OptionalInt action = OptionalInt.empty();
        String type = "";
        boolean gone = false;
        Optional<InetSocketAddress> address = Optional.empty();
        boolean known = true;
        while (known && buffer.hasRemaining()) {
            switch (buffer.get()) {
                case NUMBER -> {
                    require(buffer.remaining() >= 2, "a position ends within its number");
                    sequence = buffer.getShort() & 0xFFFF;
                }
                case ACTION -> {
                    require(buffer.hasRemaining(), "a position ends before the number of its action");
                    action = OptionalInt.of(buffer.get() & 0xFF);
                }
                case TYPED -> {
                    int length = buffer.hasRemaining() ? buffer.get() & 0xFF : 0;
                    require(length <= buffer.remaining(), "a position ends within its type");
                    byte[] text = new byte[length];
                    buffer.get(text);
                    type = requireType(new String(text, UTF_8));
                }
                case GONE -> gone = true;
                case ADDRESS -> address = readAddress(buffer);
                default -> known = false;
            }
        }
        require(
                sequence >= 0 && sequence < SEQUENCES,
                "a position has the number " + sequence + ", allowed is 0.." + (SEQUENCES - 1));
        return new PositionRecord(sequence, millis, position, action, type, gone, address);
    }

    private static Optional<InetSocketAddress> readAddress(ByteBuffer buffer) {
        int length = buffer.hasRemaining() ? buffer.get() & 0xFF : 0;
        require(
                (length == 6 || length == 18) && length <= buffer.remaining(),
                "the address of a host has " + length + " bytes, of which there are " + buffer.remaining()
                        + ", allowed are 6 or 18");
        byte[] host = new byte[length - 2];
        buffer.get(host);
        try {
            InetAddress at = InetAddress.getByAddress(host);
            int port = buffer.getShort() & 0xFFFF;
            require(
                    port > 0 && Routes.canLeadTo(at),
                    "a host is said to answer at " + at + " port " + port + ", allowed are addresses of one node");
            return Optional.of(new InetSocketAddress(at, port));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("the address of a host is none", e);
        }
    }

    private static void require(boolean allowed, String message) {
        if (!allowed) {
            throw new IllegalArgumentException(message);
        }
    }

    /** The number behind another. */
    static int next(int sequence) {
        return (sequence + 1) % SEQUENCES;
    }

    /** How far a number is ahead of another, -512..511. */
    static int ahead(int sequence, int of) {
        int distance = Math.floorMod(sequence - of, SEQUENCES);
        return distance < SEQUENCES / 2 ? distance : distance - SEQUENCES;
    }
}
