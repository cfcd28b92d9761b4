package org.voxelpopuli.tools.measure;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.voxelpopuli.tools.presence.Way;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A way by its name in lower case, such as {@code not-merged}. The name of the enum is understood, too, but not told: picocli would tell both. */
final class WayConverter implements ITypeConverter<Way> {
    @Override
    public Way convert(String text) {
        String name = text.replace('_', '-');
        return Arrays.stream(Way.values())
                .filter(way -> way.toString().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "', allowed are "
                        + Arrays.stream(Way.values()).map(Way::toString).collect(Collectors.joining(", "))
                        + ", or several with commas between them"));
    }
}
