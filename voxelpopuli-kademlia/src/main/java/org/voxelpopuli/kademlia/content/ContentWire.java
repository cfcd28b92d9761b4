package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes between who has a file and who fetches it (docs/content.md). Whoever connects opens with {@code VPF1}, his UDP port, and the root of the one file that the connection is for; then
 * come requests of a fixed length, answered in their order. Numbers are big-endian. Pure.
 */
final class ContentWire {
    static final int OPEN_BYTES = 4 + 2 + ContentId.ROOT_BYTES;
    static final int REQUEST_BYTES = 1 + 8 + 4;
    static final int ANSWER_BYTES = 1 + 4;

    private static final byte[] MAGIC = "VPF1".getBytes(StandardCharsets.US_ASCII);

    /** What is asked for. */
    enum Type {
        /** The hashes of all pieces, 32 bytes each. */
        HASHES(1),
        /** A part of the file. */
        BYTES(2);

        private final int number;

        Type(int number) {
            this.number = number;
        }

        static Optional<Type> of(int number) {
            return Arrays.stream(values()).filter(type -> type.number == number).findFirst();
        }
    }

    /** What becomes of a request. */
    enum Status {
        /** The bytes follow. */
        OK(0),
        /** The file is not here, or is another now. */
        NOT_HERE(1),
        /** Too much is being asked at the moment. */
        BUSY(2);

        private final int number;

        Status(int number) {
            this.number = number;
        }

        static Optional<Status> of(int number) {
            return Arrays.stream(values())
                    .filter(status -> status.number == number)
                    .findFirst();
        }
    }

    /**
     * The first words of a connection.
     *
     * @param udpPort where the one who connects is a node, so that he can be greeted; 0 for nowhere
     * @param root of the file
     */
    record Open(int udpPort, String root) {}

    /**
     * A request.
     *
     * @param type of it
     * @param offset of the first byte; 0 for hashes
     * @param count of bytes that the answer has
     */
    record Request(Type type, long offset, int count) {}

    /**
     * What stands before the bytes of an answer.
     *
     * @param status of it
     * @param count of bytes that follow
     */
    record Answer(Status status, int count) {}

    private ContentWire() {}

    static byte[] write(Open open) {
        return ByteBuffer.allocate(OPEN_BYTES)
                .put(MAGIC)
                .putShort((short) open.udpPort())
                .put(new ContentId(open.root(), 0).rootBytes())
                .array();
    }

    /** Empty if these are the first words of something else. */
    static Optional<Open> readOpen(byte[] frame) {
        byte[] root = Arrays.copyOfRange(frame, 6, OPEN_BYTES);
        return Arrays.equals(frame, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                ? Optional.of(new Open(ByteBuffer.wrap(frame).getShort(4) & 0xFFFF, ContentId.text(root)))
                : Optional.empty();
    }

    static byte[] write(Request request) {
        return ByteBuffer.allocate(REQUEST_BYTES)
                .put((byte) request.type().number)
                .putLong(request.offset())
                .putInt(request.count())
                .array();
    }

    /** Empty if no node of ours asks so. */
    static Optional<Request> readRequest(byte[] frame) {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        Optional<Type> type = Type.of(bytes.get());
        long offset = bytes.getLong();
        int count = bytes.getInt();
        boolean good = offset >= 0 && offset <= ContentId.MAX_LENGTH && count >= 0 && count <= Manifest.MAX_PIECE;
        return type.filter(known -> good).map(known -> new Request(known, offset, count));
    }

    static byte[] write(Answer answer) {
        return ByteBuffer.allocate(ANSWER_BYTES)
                .put((byte) answer.status().number)
                .putInt(answer.count())
                .array();
    }

    /** Empty if no node of ours answers so. */
    static Optional<Answer> readAnswer(byte[] frame) {
        int count = ByteBuffer.wrap(frame).getInt(1);
        return Status.of(frame[0])
                .filter(status -> status == Status.OK ? count >= 0 : count == 0)
                .map(status -> new Answer(status, count));
    }
}
