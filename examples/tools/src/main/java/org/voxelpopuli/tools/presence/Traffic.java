package org.voxelpopuli.tools.presence;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What each node sends and gets, by what it is for. Bytes are the payload of UDP or TCP; {@link Way#headerBytes} come with each packet. */
final class Traffic {
    /** What packets are for. */
    enum Use {
        /** Who is there. */
        DISCOVERY,
        /** Where one is. */
        POSITIONS,
        /** The DHT: which address belongs to what. */
        DIRECTORY
    }

    private final Map<Use, double[]> bytesIn = new EnumMap<>(Use.class);
    private final Map<Use, double[]> bytesOut = new EnumMap<>(Use.class);
    private final Map<Use, double[]> packetsIn = new EnumMap<>(Use.class);
    private final Map<Use, double[]> packetsOut = new EnumMap<>(Use.class);

    private final int nodes;

    /** What is spread evenly over all nodes: packets and bytes, in as well as out. */
    private double spreadPackets;

    private double spreadBytesIn;
    private double spreadBytesOut;

    /** @param nodes among which the work of the DHT is spread, and one more for a server */
    Traffic(int nodes) {
        this.nodes = nodes;
        for (Use use : Use.values()) {
            for (Map<Use, double[]> each : all()) {
                each.put(use, new double[nodes + 1]);
            }
        }
    }

    private Iterable<Map<Use, double[]>> all() {
        return List.of(bytesIn, bytesOut, packetsIn, packetsOut);
    }

    /** What was counted so far does not count. */
    void forget() {
        all().forEach(each -> each.values().forEach(values -> Arrays.fill(values, 0)));
        spreadPackets = 0;
        spreadBytesIn = 0;
        spreadBytesOut = 0;
    }

    /** Packets go from one node to another. */
    void carried(Use use, int from, int to, double packets, double bytes) {
        sent(use, from, packets, bytes);
        received(use, to, packets, bytes);
    }

    /** One node asks others of the DHT, any of them, and is answered. */
    void asked(int asker, double packets, double bytesAsked, double bytesAnswered) {
        sent(Use.DIRECTORY, asker, packets, bytesAsked);
        received(Use.DIRECTORY, asker, packets, bytesAnswered);
        spreadPackets += packets;
        spreadBytesIn += bytesAsked;
        spreadBytesOut += bytesAnswered;
    }

    void sent(Use use, int node, double packets, double bytes) {
        add(packetsOut, use, node, packets);
        add(bytesOut, use, node, bytes);
    }

    void received(Use use, int node, double packets, double bytes) {
        add(packetsIn, use, node, packets);
        add(bytesIn, use, node, bytes);
    }

    private static void add(Map<Use, double[]> counts, Use use, int node, double more) {
        double[] values = counts.get(use);
        if (values != null) {
            values[node] += more;
        }
    }

    double bytesIn(int node) {
        return sum(bytesIn, node) + share(node, spreadBytesIn);
    }

    double bytesOut(int node) {
        return sum(bytesOut, node) + share(node, spreadBytesOut);
    }

    double packetsIn(int node) {
        return sum(packetsIn, node) + share(node, spreadPackets);
    }

    double packetsOut(int node) {
        return sum(packetsOut, node) + share(node, spreadPackets);
    }

    /** Payload that a node sent and got for something. */
    double bytes(Use use, int node) {
        double spread = use == Use.DIRECTORY ? share(node, spreadBytesIn + spreadBytesOut) : 0;
        return of(bytesIn, use, node) + of(bytesOut, use, node) + spread;
    }

    private double share(int node, double spread) {
        return node < nodes ? spread / nodes : 0;
    }

    private static double sum(Map<Use, double[]> counts, int node) {
        double sum = 0;
        for (Use use : Use.values()) {
            sum += of(counts, use, node);
        }
        return sum;
    }

    private static double of(Map<Use, double[]> counts, Use use, int node) {
        double[] values = counts.get(use);
        return values == null ? 0 : values[node];
    }
}
