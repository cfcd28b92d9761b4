package org.voxelpopuli.world;

import java.text.Normalizer;
import java.util.Objects;

/**
 * The name of a player: 1 to 32 code points, letters, marks, digits, {@code _ - .}, in Unicode's normal form NFC (SPEC V6.8).
 * Two names that look the same in different normal forms are equal here.
 *
 * @param text the name in NFC
 */
public record PlayerName(String text) implements Comparable<PlayerName> {
    /** The longest name, in code points of its NFC form. */
    public static final int MAX_LENGTH = 32;

    /** @throws IllegalArgumentException if the text is no player's name; the message says what is allowed and does not repeat the text */
    public PlayerName {
        Objects.requireNonNull(text, "the text of a player name is null");
        // A quick bound first: normalising a megabyte is work that a stranger could ask for.
        if (text.length() > MAX_LENGTH * 18) {
            throw refused("it has " + text.length() + " characters");
        }
        text = Normalizer.normalize(text, Normalizer.Form.NFC);
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > MAX_LENGTH) {
            throw refused("it has " + length + " code points");
        }
        text.codePoints().filter(c -> !allowed(c)).findFirst().ifPresent(c -> {
            throw refused(String.format("it contains U+%04X", c));
        });
    }

    private static boolean allowed(int c) {
        return switch (Character.getType(c)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.DECIMAL_DIGIT_NUMBER -> true;
            default -> c == '_' || c == '-' || c == '.';
        };
    }

    private static IllegalArgumentException refused(String why) {
        return new IllegalArgumentException("player name refused: " + why + "; allowed are 1 to " + MAX_LENGTH
                + " letters, marks, digits, '_', '-' and '.'");
    }

    @Override
    public int compareTo(PlayerName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
