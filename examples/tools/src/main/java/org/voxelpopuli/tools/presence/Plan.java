package org.voxelpopuli.tools.presence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What is compared.
 *
 * @param ways that are compared; each runs at the sizes and rates at which it runs among all
 * @param traces on which
 * @param mostAvatars up to so many
 * @param updates of a position a second: {@link #OFTEN}, {@link #SELDOM}, or both
 * @param seconds of each that are measured
 * @param seed of all
 */
public record Plan(
        Set<Way> ways, Set<TraceKind> traces, int mostAvatars, Set<Integer> updates, int seconds, long seed) {
    /** Positions a second, as often as avatars move. */
    public static final int OFTEN = 25;

    /** Positions a second, as the thesis had. */
    public static final int SELDOM = 3;

    /** Where numbers are not asked for, four positions a second are. */
    static final int UNNUMBERED = 4;

    private static final int[] SIZES = {10, 30, 100, 300, 1_000, 2_000};

    /** The size at which each optimisation is left out, at the lower rate. */
    private static final int OPTIMISATIONS_AT = 100;

    private static final List<Way> WAYS = List.of(Way.PRESENCE, Way.PLAIN, Way.SERVER, Way.DHT, Way.CHUNKS);
    private static final List<Way> PARTS =
            List.of(Way.NOT_MERGED, Way.NOT_PROGRESSIVE, Way.NOT_EVENT_DRIVEN, Way.NOT_LISTED);
    private static final int OF_THE_THESIS = 6;

    /** Both rates, the lower first. */
    public static final Set<Integer> UPDATES = Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(OFTEN, SELDOM)));

    /** @throws IllegalArgumentException if positions are told at another rate */
    public Plan {
        ways = Set.copyOf(ways);
        traces = Set.copyOf(traces);
        updates = Collections.unmodifiableSortedSet(new TreeSet<>(updates));
        if (!UPDATES.containsAll(updates) || updates.isEmpty()) {
            throw new IllegalArgumentException(
                    "updates a second are " + updates + ", allowed are " + SELDOM + ", " + OFTEN + " or both");
        }
    }

    /** The numbers of avatars. */
    public List<Integer> sizes() {
        return IntStream.concat(IntStream.of(SIZES).filter(size -> size < mostAvatars), IntStream.of(mostAvatars))
                .boxed()
                .toList();
    }

    /** All that is to be run. */
    public List<Comparison> comparisons() {
        List<Comparison> all = new ArrayList<>();
        for (TraceKind trace : TraceKind.values()) {
            if (traces.contains(trace)) {
                for (int size : sizes()) {
                    for (int rate : updates) {
                        WAYS.forEach(way -> all.add(comparison(way, trace, size, rate, 1)));
                    }
                }
                int size = Math.min(mostAvatars, OPTIMISATIONS_AT);
                PARTS.forEach(way -> all.add(comparison(way, trace, size, Collections.min(updates), 1)));
                all.add(comparison(Way.NOT_SEQUENCED, trace, size, UNNUMBERED, 1));
                all.add(comparison(Way.THESIS, trace, size, UNNUMBERED, 1));
            }
        }
        if (updates.contains(SELDOM)) {
            all.add(comparison(Way.PRESENCE, TraceKind.CROWD, OF_THE_THESIS, SELDOM, 2));
        }
        all.removeIf(each -> !ways.contains(each.way()));
        return all;
    }

    private Comparison comparison(Way way, TraceKind trace, int avatars, int rate, int avatarsOfANode) {
        return new Comparison(way, trace, avatars, rate, seconds, avatarsOfANode, seed);
    }
}
