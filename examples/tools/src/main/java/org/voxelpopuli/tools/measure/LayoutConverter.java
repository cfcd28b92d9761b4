package org.voxelpopuli.tools.measure;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.tools.simulation.LayoutNames;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a layout of the routing table from the command line. */
final class LayoutConverter implements ITypeConverter<TableLayout> {
    @Override
    public TableLayout convert(String text) {
        return LayoutNames.parse(text)
                .orElseThrow(() -> new TypeConversionException("'" + text + "', allowed is "
                        + Arrays.stream(TableLayout.values())
                                .map(LayoutNames::of)
                                .collect(Collectors.joining(", "))));
    }
}
