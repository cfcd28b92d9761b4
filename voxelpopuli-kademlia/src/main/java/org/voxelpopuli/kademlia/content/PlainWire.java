package org.voxelpopuli.kademlia.content;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.JsonValues;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * The bytes between peers of P2Play (SPEC P8): a length of {@value #LENGTH_BYTES} decimal digits, and so many bytes. The question is {@code {"song_id": "Song-Artist"}}, the answer is the file, or the end of the
 * connection. Pure.
 */
final class PlainWire {
    static final int LENGTH_BYTES = 16;

    /** Bytes of a question: both names may be escaped character by character. */
    static final int MAX_QUESTION = 4_096;

    private static final String SONG = "song_id";

    private PlainWire() {}

    /** Whether a connection that begins so is one of P2Play. */
    static boolean begins(byte first) {
        return first >= '0' && first <= '9';
    }

    static byte[] writeLength(long length) {
        String digits = Long.toString(length);
        return ("0".repeat(LENGTH_BYTES - digits.length()) + digits).getBytes(StandardCharsets.US_ASCII);
    }

    /** Empty if it is none. */
    static OptionalLong readLength(byte[] frame) {
        long length = 0;
        for (byte digit : frame) {
            if (!begins(digit)) {
                return OptionalLong.empty();
            }
            length = 10 * length + digit - '0';
        }
        return OptionalLong.of(length);
    }

    /** A question, with its length in front. */
    static byte[] writeQuestion(String songId) {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put(SONG, WireValue.of(songId));
        byte[] json = JsonValues.write(new WireValue.Fields(fields)).getBytes(StandardCharsets.UTF_8);
        byte[] length = writeLength(json.length);
        byte[] question = new byte[length.length + json.length];
        System.arraycopy(length, 0, question, 0, length.length);
        System.arraycopy(json, 0, question, length.length, json.length);
        return question;
    }

    /** The song that is asked for, from what follows the length; empty if it is no question. */
    static Optional<String> readQuestion(byte[] json) {
        try {
            @Nullable
            WireValue song =
                    WireReader.field(JsonValues.read(new String(json, StandardCharsets.UTF_8)), "a question", SONG);
            return song == null ? Optional.empty() : Optional.of(WireReader.text(song, SONG, MAX_QUESTION));
        } catch (BadValueException e) {
            return Optional.empty();
        }
    }
}
