package org.voxelpopuli.protocol;

import java.util.Optional;

/**
 * Cuts the bytes of one connection into the frames of the seed dialect (SPEC V6.2, V6.3, V8.2). Pure; one for each connection,
 * owned by the connection's worker.
 *
 * <p>The caller says what it waits for: a line, a JSON value or a query; this may change from frame to frame. Before each frame
 * whitespace (space, tab, {@code \r}, {@code \n}) is skipped, so blank lines are never frames and the newline that may follow a
 * handshake does no harm. The same bytes give the same frames, however they are cut into pieces, as long as the caller takes
 * all complete frames after each {@link #append}.
 *
 * <p>Each byte is looked at once, so a peer that sends single bytes costs no more than one that sends pieces. Memory: at most
 * twice the limit plus one piece. At the limit the framing {@linkplain #overflowed() overflows} for good.
 */
public final class SeedFraming {
    private enum Wanted {
        LINE,
        VALUE,
        QUERY
    }

    private final int limit;
    private final ReceivedBytes received = new ReceivedBytes();
    private boolean overflowed;

    // The scan of the frame that begins at the first byte: how far it came, and what JSON it is inside of.
    private Wanted wanted = Wanted.LINE;
    private int scanned;
    private int depth;
    private boolean valueMayBegin = true;
    private boolean inString;
    private boolean escaped;

    /**
     * A framing without bytes.
     *
     * @param limitBytes the longest frame, without the newline that ends it; at least 1
     */
    public SeedFraming(int limitBytes) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("frame limit is " + limitBytes + ", allowed is 1 or more");
        }
        this.limit = limitBytes;
    }

    /** Takes bytes that arrived; the array becomes this framing's own. Ignored after an overflow. */
    public void append(byte[] bytes) {
        if (overflowed || bytes.length == 0) {
            return;
        }
        if (received.size() > limit) {
            // Frames that nobody takes: a peer that asks faster than it is answered.
            overflow();
            return;
        }
        received.append(bytes);
    }

    /** The next line, without its {@code \n} or {@code \r\n}; empty if none is complete. */
    public Optional<byte[]> nextLine() {
        return next(Wanted.LINE);
    }

    /**
     * The next JSON object, array or string, as soon as it is complete, or the next line, if that is complete first: a number, a
     * word, junk, or a value that is cut by a newline. Empty if neither is complete.
     */
    public Optional<byte[]> nextValue() {
        return next(Wanted.VALUE);
    }

    /**
     * The next query of a DHT session: a first byte 0x00 or 0x01, then as {@link #nextValue()}. The first byte is part of the
     * frame. Where it is missing, the frame is what {@link #nextValue()} would return.
     */
    public Optional<byte[]> nextQuery() {
        return next(Wanted.QUERY);
    }

    /** Whether a frame was longer than the limit, or more than the limit lay here untaken. Nothing more will come; close the connection. */
    public boolean overflowed() {
        return overflowed;
    }

    private Optional<byte[]> next(Wanted frame) {
        if (frame != wanted) {
            wanted = frame;
            restart();
        }
        if (scanned == 0) {
            skipWhitespace();
        }
        while (scanned < received.size()) {
            if (scanned > limit) {
                overflow();
                return Optional.empty();
            }
            byte b = received.at(scanned);
            if (b == '\n') {
                return Optional.of(take(scanned, 1));
            }
            scanned++;
            if (frame != Wanted.LINE && completes(b)) {
                if (scanned > limit) {
                    overflow();
                    return Optional.empty();
                }
                return Optional.of(take(scanned, 0));
            }
        }
        if (scanned > limit) {
            overflow();
        }
        return Optional.empty();
    }

    /** Steps through JSON; true at the byte that ends the first value of the frame, if that is an object, an array or a string. */
    private boolean completes(byte b) {
        if (inString) {
            if (escaped) {
                escaped = false;
            } else if (b == '\\') {
                escaped = true;
            } else if (b == '"') {
                inString = false;
                return depth == 0;
            }
            return false;
        }
        if (depth == 0) {
            begin(b);
            return false;
        }
        switch (b) {
            case '"' -> inString = true;
            case '{', '[' -> depth++;
            case '}', ']' -> depth--;
            default -> {}
        }
        return depth == 0;
    }

    /** Only what stands at the very beginning opens a value: {@code junk {}} is a line of junk. */
    private void begin(byte b) {
        if (!valueMayBegin || isWhitespace(b) || (wanted == Wanted.QUERY && scanned == 1 && isMarker(b))) {
            return;
        }
        valueMayBegin = false;
        if (b == '"') {
            inString = true;
        } else if (b == '{' || b == '[') {
            depth = 1;
        }
    }

    private static boolean isMarker(byte b) {
        return b == 0 || b == 1;
    }

    private static boolean isWhitespace(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private void skipWhitespace() {
        int blank = 0;
        while (blank < received.size() && isWhitespace(received.at(blank))) {
            blank++;
        }
        received.skip(blank);
    }

    private byte[] take(int length, int terminator) {
        boolean carriageReturn = terminator == 1 && length > 0 && received.at(length - 1) == '\r';
        byte[] frame = received.take(carriageReturn ? length - 1 : length);
        received.skip(carriageReturn ? terminator + 1 : terminator);
        restart();
        return frame;
    }

    private void restart() {
        scanned = 0;
        depth = 0;
        valueMayBegin = true;
        inString = false;
        escaped = false;
    }

    private void overflow() {
        overflowed = true;
        received.clear();
        restart();
    }
}
