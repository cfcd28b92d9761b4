package org.voxelpopuli.tools.simulation;

import java.util.List;
import java.util.stream.IntStream;

/** The sizes at which networks are measured, and how often. */
final class Sizes {
    private static final int[] ALL = {20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000};

    private static final int MIN_LOOKUPS = 200;

    private Sizes() {}

    /** So many lookups say enough about a network: one for each of its nodes, and two hundred in any case. */
    static int lookups(int nodes) {
        return Math.max(MIN_LOOKUPS, nodes);
    }

    /** The usual ones below a limit, and the limit. */
    static List<Integer> upTo(int limit) {
        return IntStream.concat(IntStream.of(ALL).filter(size -> size < limit), IntStream.of(limit))
                .boxed()
                .toList();
    }
}
