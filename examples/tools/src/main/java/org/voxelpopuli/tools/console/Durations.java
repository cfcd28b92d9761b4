package org.voxelpopuli.tools.console;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 500ms}, {@code 20s}, {@code 5m}, {@code 2h}. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws TypeConversionException with what is allowed
     */
    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + text + "', allowed is a number with a unit, as in 500ms, 20s, 5m or 2h");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
