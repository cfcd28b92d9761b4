package org.voxelpopuli.kademlia.wire;

/** Finds the call id of a JSON datagram without reading it all, for when there is no time to read what comes. Pure. */
final class JsonCallId {
    /** Bytes that are looked at: in both dialects the id stands in front of what is long. */
    private static final int MAX_LOOK = 256;

    private final byte[] datagram;
    private final int end;
    private int at;

    private JsonCallId(byte[] datagram) {
        this.datagram = datagram;
        this.end = Math.min(datagram.length, MAX_LOOK);
    }

    /** The number behind {@code "id":} of the outermost object, as 64 bits without a sign; 0 if it is not found near the beginning. */
    static long peek(byte[] datagram) {
        return new JsonCallId(datagram).find();
    }

    private long find() {
        int depth = 0;
        while (at < end) {
            byte c = datagram[at++];
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (c == '"') {
                int begin = at;
                skipText();
                boolean id = at - begin == 3 && datagram[begin] == 'i' && datagram[begin + 1] == 'd';
                if (id && depth == 1 && isNext(':')) {
                    return number();
                }
            }
        }
        return 0;
    }

    /** To behind the closing quotation mark. */
    private void skipText() {
        while (at < end && datagram[at] != '"') {
            at += datagram[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    private void skipBlanks() {
        while (at < end
                && (datagram[at] == ' ' || datagram[at] == '\t' || datagram[at] == '\n' || datagram[at] == '\r')) {
            at++;
        }
    }

    private boolean isNext(char c) {
        skipBlanks();
        boolean next = at < end && datagram[at] == c;
        at += next ? 1 : 0;
        return next;
    }

    private long number() {
        skipBlanks();
        long number = 0;
        while (at < end && datagram[at] >= '0' && datagram[at] <= '9') {
            number = 10 * number + datagram[at++] - '0';
        }
        return number;
    }
}
