package org.voxelpopuli.tools.dht;

import java.util.List;
import java.util.Map;

/**
 * Another implementation, as it was measured elsewhere.
 *
 * @param name with its version
 * @param nodes in its network
 * @param k its k
 * @param source where the figures are from
 * @param values by the key of a {@link Figure}, in its unit
 */
public record Reference(String name, int nodes, int k, String source, Map<String, Double> values) {
    /** OpenDHT, with C++ the fastest that is in wide use. */
    public static final Reference OPEN_DHT = new Reference(
            "OpenDHT 2.4",
            200,
            8,
            "measured on a machine of two cores, all nodes in one process (C++)",
            Map.of(
                    Figure.PUT_P50, 2.4,
                    Figure.GET_P50, 1.4,
                    Figure.GET_P99, 6.0,
                    Figure.GET_PROCESSOR, 3.0,
                    Figure.HEAP, 47.0));

    /** P2Play as published, in Python. */
    public static final Reference P2_PLAY = new Reference(
            "P2Play",
            500,
            20,
            "measured on a machine of two cores, all nodes in one process (Python)",
            Map.of(
                    Figure.JOIN_ALL, 10.1,
                    Figure.PUT_P50, 27.0,
                    Figure.PUT_PROCESSOR, 28.0,
                    Figure.LATER_GET_P50, 2_000.0));

    /** Those that ours is compared with. */
    public static final List<Reference> ALL = List.of(OPEN_DHT, P2_PLAY);
}
