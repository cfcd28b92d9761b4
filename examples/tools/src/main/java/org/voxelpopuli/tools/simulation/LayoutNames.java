package org.voxelpopuli.tools.simulation;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.voxelpopuli.kademlia.routing.TableLayout;

/** The layouts of the routing table as people write them: {@code fixed}, {@code splitting}, {@code four-in-five}. */
public final class LayoutNames {
    private LayoutNames() {}

    /** The name of a layout. */
    public static String of(TableLayout layout) {
        return layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The layout of a name; empty if there is none. */
    public static Optional<TableLayout> parse(String name) {
        return Arrays.stream(TableLayout.values())
                .filter(layout -> of(layout).equalsIgnoreCase(name))
                .findFirst();
    }
}
