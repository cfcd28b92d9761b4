package org.voxelpopuli.tools.bot;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a behaviour from the command line; the error names the behaviours as {@code --help} does. */
final class BehaviourConverter implements ITypeConverter<BehaviourKind> {
    @Override
    public BehaviourKind convert(String text) {
        for (BehaviourKind kind : BehaviourKind.values()) {
            if (kind.toString().equalsIgnoreCase(text)) {
                return kind;
            }
        }
        throw new TypeConversionException("'" + text + "', allowed is "
                + Arrays.stream(BehaviourKind.values())
                        .map(BehaviourKind::toString)
                        .collect(Collectors.joining(", ")));
    }
}
