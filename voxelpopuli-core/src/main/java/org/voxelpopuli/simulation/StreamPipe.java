package org.voxelpopuli.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One direction of a connection: bytes wait in a queue, are cut into pieces of random size, travel in order, and wait at the receiver
 * while it does not read. At most a window of bytes is between the queue and the reader, as in the buffers of two operating systems.
 */
final class StreamPipe {
    /** What send and receive buffers hold together. */
    static final int WINDOW = 256 * 1024;

    private static final int MAX_PIECE = 16 * 1024;
    private static final int TINY_PIECE = 16;
    private static final byte[] NOTHING = {};
    private static final long FIRST_RETRY_NANOS = 200_000_000L;
    private static final long MAX_RETRY_NANOS = 3_000_000_000L;
    /** So long is a lost piece sent again before the connection counts as broken (TCP_USER_TIMEOUT). */
    private static final long GIVE_UP_NANOS = 20_000_000_000L;

    private final SimulatedNetwork network;
    private final SimulatedConnection sender;
    private final SimulatedConnection receiver;
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private final Deque<byte[]> unread = new ArrayDeque<>();
    private int headOffset;
    private long queued;
    private long inWindow;
    private long lastArrival;
    private boolean pumpScheduled;
    private boolean endRequested;
    private boolean ended;
    private byte[] lost = NOTHING;
    private long lostSince = -1;
    private long retryNanos = FIRST_RETRY_NANOS;

    StreamPipe(SimulatedNetwork network, SimulatedConnection sender, SimulatedConnection receiver) {
        this.network = network;
        this.sender = sender;
        this.receiver = receiver;
    }

    long queued() {
        return queued;
    }

    void send(byte[] bytes) {
        if (bytes.length > 0) {
            queue.add(bytes);
            queued += bytes.length;
            schedulePump();
        }
    }

    /** Ends the stream after what is queued. */
    void end() {
        endRequested = true;
        schedulePump();
    }

    /** Drops what is queued. */
    void clear() {
        queue.clear();
        queued = 0;
        headOffset = 0;
    }

    /** Nothing arrives before this time. */
    void notBefore(long arrival) {
        lastArrival = Math.max(lastArrival, arrival);
    }

    /** Pieces are cut a moment after they were queued, so that what one task sends may arrive as one. */
    private void schedulePump() {
        if (!pumpScheduled) {
            pumpScheduled = true;
            network.queue().schedule(0, () -> {
                pumpScheduled = false;
                pump();
            });
        }
    }

    private void pump() {
        if (sender.isDead()) {
            return;
        }
        while (lostSince < 0 && queued > 0 && inWindow < WINDOW) {
            byte[] piece = take(pieceSize());
            inWindow += piece.length;
            transmit(piece);
        }
        if (lostSince < 0 && queued == 0 && endRequested && !ended) {
            transmit(NOTHING);
        }
    }

    private int pieceSize() {
        int limit = network.random().nextInt(4) == 0 ? TINY_PIECE : MAX_PIECE;
        return (int) Math.min(
                Math.min(queued, WINDOW - inWindow), 1 + network.random().nextInt(limit));
    }

    private byte[] take(int size) {
        byte[] piece = new byte[size];
        int filled = 0;
        while (filled < size) {
            byte[] head = queue.getFirst();
            int count = Math.min(size - filled, head.length - headOffset);
            System.arraycopy(head, headOffset, piece, filled, count);
            filled += count;
            headOffset += count;
            if (headOffset == head.length) {
                queue.removeFirst();
                headOffset = 0;
            }
        }
        queued -= size;
        return piece;
    }

    /** An empty piece is the end of the stream. */
    private void transmit(byte[] piece) {
        boolean[] passed = new boolean[1];
        network.transmit(Transmission.Kind.STREAM, sender.address(), receiver.address(), piece, packet -> {
            if (!passed[0]) {
                passed[0] = true;
                arriveAfter(packet.delay().toNanos(), piece);
            }
        });
        if (passed[0]) {
            lostSince = -1;
            retryNanos = FIRST_RETRY_NANOS;
            if (piece.length == 0) {
                ended = true;
                sender.endSent();
            }
        } else {
            retry(piece);
        }
    }

    private void arriveAfter(long delayNanos, byte[] piece) {
        notBefore(network.queue().now() + delayNanos);
        network.queue().schedule(lastArrival - network.queue().now(), () -> arrive(piece));
    }

    private void retry(byte[] piece) {
        long now = network.queue().now();
        if (lostSince < 0) {
            lostSince = now;
        }
        lost = piece;
        if (now - lostSince >= GIVE_UP_NANOS) {
            sender.timedOut();
            return;
        }
        network.queue().schedule(retryNanos, () -> {
            if (!sender.isDead()) {
                transmit(lost);
                pump();
            }
        });
        retryNanos = Math.min(MAX_RETRY_NANOS, retryNanos * 2);
    }

    private void arrive(byte[] piece) {
        if (receiver.isDead()) {
            sender.arrivedAtDeadPeer();
        } else {
            unread.add(piece);
            read();
        }
    }

    /** Hands over what has arrived, unless the receiver does not read. */
    void read() {
        while (!unread.isEmpty() && !receiver.isPaused()) {
            byte[] piece = unread.removeFirst();
            if (piece.length == 0) {
                receiver.endReceived();
            } else {
                inWindow -= piece.length;
                receiver.pieceReceived(piece);
            }
            schedulePump();
        }
    }
}
