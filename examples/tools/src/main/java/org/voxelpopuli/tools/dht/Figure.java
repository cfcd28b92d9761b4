package org.voxelpopuli.tools.dht;

import java.util.List;
import java.util.Optional;

/**
 * A number that was measured.
 *
 * @param key that stays the same over versions
 * @param name for people
 * @param value in the unit
 * @param unit of it
 * @param against the same of others, where it is known
 */
public record Figure(String key, String name, double value, String unit, List<Comparison> against) {
    static final String JOIN_ALL = "join-all";
    static final String PUT_P50 = "put-p50";
    static final String PUT_PROCESSOR = "put-processor";
    static final String GET_P50 = "get-p50";
    static final String GET_P99 = "get-p99";
    static final String GET_PROCESSOR = "get-processor";
    static final String HEAP = "heap-per-node";
    static final String LATER_GET_P50 = "later-get-p50";

    /**
     * The same number of another implementation.
     *
     * @param reference its name
     * @param value in the same unit
     * @param ratio ours divided by it
     */
    public record Comparison(String reference, double value, double ratio) {}

    /** A figure with all that is known to compare it with. */
    static Figure of(String key, String name, double value, String unit) {
        List<Comparison> against = Reference.ALL.stream()
                .flatMap(reference -> Optional.ofNullable(reference.values().get(key)).stream()
                        .map(theirs -> new Comparison(reference.name(), theirs, value / theirs)))
                .toList();
        return new Figure(key, name, value, unit, against);
    }
}
