package org.voxelpopuli.kademlia.content;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The name of the file in which a song is kept: made of the song's name, never more than a name in the folder that the user chose. What a file system or a shell could
 * take for something else is replaced by {@code _}, characters that only look like it too; names of devices get one in front; the names of what is half done are no names of songs. A name that was changed, or is too long, ends in a
 * part of its key, so that different songs have different names. Pure.
 */
final class FileNames {
    /** So that suffixes still fit into the 255 of most file systems. */
    private static final int MAX_BYTES = 180;

    private static final int KEY_DIGITS = 8;
    private static final String FORBIDDEN = "/\\:*?\"<>|";
    /** Slashes, backslashes and colons that no normal form turns into the plain ones. */
    private static final String LOOK_ALIKES =
            "\u2044\u2215\u29F8\u29F5\u29F9\u2216\u244A\u2571\u2572\u27CB\u27CD\u3033\u3035\u05C3\u0589\u2236\uA789\u02D0";

    private static final Pattern DEVICE = Pattern.compile("(?i)(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9¹²³])");
    /** What is half done is called so. */
    private static final Pattern UNFINISHED = Pattern.compile("(?i).*\\.part(-hashes|-unverified)?");

    private static final Set<Integer> VISIBLE = Set.of(
            (int) Character.UPPERCASE_LETTER,
            (int) Character.LOWERCASE_LETTER,
            (int) Character.TITLECASE_LETTER,
            (int) Character.MODIFIER_LETTER,
            (int) Character.OTHER_LETTER,
            (int) Character.NON_SPACING_MARK,
            (int) Character.COMBINING_SPACING_MARK,
            (int) Character.DECIMAL_DIGIT_NUMBER,
            (int) Character.LETTER_NUMBER,
            (int) Character.OTHER_NUMBER,
            (int) Character.DASH_PUNCTUATION,
            (int) Character.START_PUNCTUATION,
            (int) Character.END_PUNCTUATION,
            (int) Character.INITIAL_QUOTE_PUNCTUATION,
            (int) Character.FINAL_QUOTE_PUNCTUATION,
            (int) Character.CONNECTOR_PUNCTUATION,
            (int) Character.OTHER_PUNCTUATION,
            (int) Character.MATH_SYMBOL,
            (int) Character.CURRENCY_SYMBOL,
            (int) Character.OTHER_SYMBOL);

    private FileNames() {}

    static String of(SongName name) {
        String wanted = name.toString();
        StringBuilder made = new StringBuilder();
        wanted.codePoints().map(FileNames::safe).forEach(made::appendCodePoint);
        while (made.length() > 0 && isEdge(made.charAt(0))) {
            made.setCharAt(0, '_');
        }
        while (made.length() > 0 && isEdge(made.charAt(made.length() - 1))) {
            made.setCharAt(made.length() - 1, '_');
        }
        String base = made.toString().split("\\.", 2)[0].strip();
        if (DEVICE.matcher(Normalizer.normalize(base, Normalizer.Form.NFKC)).matches()
                || DEVICE.matcher(base).matches()) {
            made.insert(0, '_');
        }
        String cut = cut(made.toString());
        return cut.equals(wanted) && !UNFINISHED.matcher(cut).matches()
                ? cut
                : cut + "-" + name.key().toString().substring(0, KEY_DIGITS).toLowerCase(Locale.ROOT);
    }

    /** A dot in front hides a file, at the end Windows drops it, as it does with blanks; a dash in front is an option to a shell. */
    private static boolean isEdge(char c) {
        return c == '.' || c == ' ' || c == '-';
    }

    private static int safe(int character) {
        if (character == ' ') {
            return ' ';
        }
        if (!VISIBLE.contains(Character.getType(character)) || FORBIDDEN.indexOf(character) >= 0) {
            return '_';
        }
        // What is a variant of a forbidden character, a full-width slash or three dots in one, may be turned into it
        // elsewhere.
        String plain = Normalizer.normalize(Character.toString(character), Normalizer.Form.NFKC);
        boolean looksLike = !plain.equals(Character.toString(character))
                && plain.codePoints().anyMatch(c -> c == '.' || c == ' ' || FORBIDDEN.indexOf(c) >= 0);
        return looksLike || LOOK_ALIKES.indexOf(character) >= 0 ? '_' : character;
    }

    private static String cut(String name) {
        StringBuilder kept = new StringBuilder();
        int[] bytes = {0};
        name.codePoints()
                .takeWhile(
                        c -> (bytes[0] += Character.toString(c).getBytes(StandardCharsets.UTF_8).length) <= MAX_BYTES)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }
}
