package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who is in which octant, as somebody says (SPEC N6). On the wire it is UTF-8 text, a line for each octant: {@code prefix:name prefix:name 3/0/7/}.
 *
 * @param names by octant, at least one in each
 */
record DiscoveryAnswer(SortedMap<Octant, List<AvatarName>> names) {
    DiscoveryAnswer {
        names = Collections.unmodifiableSortedMap(new TreeMap<>(names));
    }

    byte[] encode() {
        StringBuilder text = new StringBuilder();
        names.forEach((octant, avatars) -> {
            avatars.forEach(avatar -> text.append(avatar).append(' '));
            text.append(octant.path()).append('\n');
        });
        return text.toString().getBytes(UTF_8);
    }

    /** The bytes of one name in an answer; as text it is all ASCII. */
    static int bytesOf(AvatarName avatar) {
        return avatar.toString().length() + 1;
    }

    /**
     * Reads an answer. What it may hold is bounded by the bytes of a packet.
     *
     * @throws IllegalArgumentException that says what is wrong
     */
    static DiscoveryAnswer decode(byte[] bytes) {
        String text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("an answer is not UTF-8", e);
        }
        TreeMap<Octant, List<AvatarName>> names = new TreeMap<>();
        for (String line : text.split("\n", -1)) {
            if (line.isEmpty()) {
                continue;
            }
            String[] words = line.split(" ", -1);
            List<AvatarName> avatars = new ArrayList<>();
            for (int i = 0; i < words.length - 1; i++) {
                avatars.add(AvatarName.parse(words[i]));
            }
            if (avatars.isEmpty()) {
                throw new IllegalArgumentException("a line of an answer has no names");
            }
            names.computeIfAbsent(Octant.parse(words[words.length - 1]), octant -> new ArrayList<>())
                    .addAll(avatars);
        }
        return new DiscoveryAnswer(names);
    }
}
