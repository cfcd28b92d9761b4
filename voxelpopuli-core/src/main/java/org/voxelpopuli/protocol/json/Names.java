package org.voxelpopuli.protocol.json;

import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.world.PlayerName;

/** Text of a message as the values that it stands for. */
final class Names {
    /** The longest reason that is passed on, in characters. */
    private static final int MAX_REASON = 300;

    private static final int MAX_HOST = 255;

    private Names() {}

    static PlayerName parse(String text) throws BadMessage {
        try {
            return new PlayerName(text);
        } catch (IllegalArgumentException e) {
            throw new BadMessage(Rejection.BAD_NAME, String.valueOf(e.getMessage()));
        }
    }

    /** A stranger's reason, fit to be logged and shown: one line of bounded length. */
    static String reason(String text) {
        String cut = text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + "...";
        return cut.codePoints()
                .map(c -> printable(c) ? c : ' ')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
    }

    private static boolean printable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** An IP address or a name, without its meaning being checked. */
    static String host(String text) throws BadMessage {
        boolean plain = text.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (text.isEmpty() || text.length() > MAX_HOST || !plain) {
            throw JsonBytes.wrongShape("the host has " + text.length()
                    + " characters or unprintable ones, allowed are 1.." + MAX_HOST + " printable ASCII characters");
        }
        return text;
    }
}
