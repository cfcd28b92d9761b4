package org.voxelpopuli.tools.nodes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.voxelpopuli.tools.console.ToolException;

/**
 * The ports of several nodes side by side.
 *
 * @param ports one for each node
 * @param notes what a person should know, such as which usual ports were taken
 */
public record PortChoice(List<Ports> ports, List<String> notes) {
    /** From the UDP port of a node to that of the next. */
    public static final int UDP_STEP = 10;

    /**
     * Chooses ports. A port that the person has named is taken or refused; others give way to free ones.
     *
     * @param udp of the first node
     * @param udpNamed whether the person asked for just that
     * @param http of the first node
     * @param httpNamed whether the person asked for just that
     * @throws ToolException if a named port is not free
     */
    public static PortChoice choose(int count, int udp, boolean udpNamed, int http, boolean httpNamed) {
        List<Ports> chosen = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        int nextUdp = udp;
        int nextHttp = http;
        for (int i = 0; i < count; i++) {
            while (true) {
                Ports ports = inRange(nextUdp, nextHttp);
                Optional<String> taken = ports.taken();
                if (taken.isEmpty()) {
                    chosen.add(ports);
                    nextUdp += UDP_STEP;
                    nextHttp++;
                    break;
                }
                boolean isHttp = taken.get().equals("TCP port " + nextHttp);
                if (isHttp ? httpNamed : udpNamed) {
                    throw new ToolException(taken.get() + " is taken by another program. Choose others with "
                            + (isHttp ? "--http" : "--port") + ", or leave it out, and free ones are found.");
                }
                notes.add(taken.get() + " is taken by another program, the next are tried.");
                if (isHttp) {
                    nextHttp++;
                } else {
                    nextUdp += UDP_STEP;
                }
            }
        }
        return new PortChoice(List.copyOf(chosen), List.copyOf(notes));
    }

    private static Ports inRange(int udp, int http) {
        try {
            return new Ports(udp, http);
        } catch (IllegalArgumentException e) {
            throw new ToolException("There are not enough free ports: " + e.getMessage(), e);
        }
    }
}
