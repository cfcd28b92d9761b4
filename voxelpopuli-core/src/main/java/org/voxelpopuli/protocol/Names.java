package org.voxelpopuli.protocol;

import org.voxelpopuli.world.PlayerName;

/** Text of a message as the values that it stands for, the same in each dialect. */
public final class Names {
    /** The longest reason that is passed on, in characters. */
    private static final int MAX_REASON = 300;

    private static final int MAX_HOST = 255;

    private Names() {}

    /** A player's name. */
    public static PlayerName parse(String text) throws BadMessage {
        try {
            return new PlayerName(text);
        } catch (IllegalArgumentException e) {
            throw new BadMessage(Rejection.BAD_NAME, String.valueOf(e.getMessage()));
        }
    }

    /** A stranger's reason, fit to be logged and shown: one line of bounded length. */
    public static String reason(String text) {
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
    public static String host(String text) throws BadMessage {
        boolean plain = text.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (text.isEmpty() || text.length() > MAX_HOST || !plain) {
            throw new BadMessage(
                    Rejection.WRONG_SHAPE,
                    "the host has " + text.length() + " characters or unprintable ones, allowed are 1.." + MAX_HOST
                            + " printable ASCII characters");
        }
        return text;
    }
}
