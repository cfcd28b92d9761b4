package org.voxelpopuli.kademlia.content;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * What a file is found by. Both parts are brought into Unicode's form NFC, so that the same letters give the same key.
 *
 * <pre>{@code
 * NodeId where = new SongName("Imagine", "John Lennon").key();
 * }</pre>
 *
 * @param song 1..255 bytes of UTF-8, no control characters
 * @param artist the same
 */
public record SongName(String song, String artist) {
    /** Bytes of UTF-8 that each part may have. */
    public static final int MAX_BYTES = 255;

    /** @throws IllegalArgumentException if a part is empty, too long or contains what is no text */
    public SongName {
        song = checked("the song", song);
        artist = checked("the artist", artist);
    }

    private static String checked(String what, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
            if (Character.isISOControl(c) || (Character.isSurrogate(c) && !pair)) {
                throw new IllegalArgumentException(
                        what + " contains a control character or half a character, allowed are whole printable ones");
            }
            i += pair ? 1 : 0;
        }
        String normal = Normalizer.normalize(text, Normalizer.Form.NFC);
        int bytes = normal.getBytes(StandardCharsets.UTF_8).length;
        if (normal.isBlank() || bytes > MAX_BYTES) {
            throw new IllegalArgumentException(what + " has " + bytes + " bytes in UTF-8"
                    + (normal.isBlank() ? " and no letter" : "") + ", allowed are 1.." + MAX_BYTES);
        }
        return normal;
    }

    /** Where its kad-file lies (SPEC P1). */
    public NodeId key() {
        return NodeId.sha1Of(toString());
    }

    /** Where its kad-file lies among peers of P2Play (SPEC P8). */
    public NodeId p2playKey() {
        return NodeId.sha1Of(p2playId());
    }

    /** What peers of P2Play call it. Two songs may be called the same: whoever fetches one gets either. */
    String p2playId() {
        return song + "-" + artist;
    }

    /** {@code Song - Artist}. */
    @Override
    public String toString() {
        return song + " - " + artist;
    }
}
