package org.voxelpopuli.tools.nodes;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.voxelpopuli.tools.console.ToolException;

/**
 * The ports of one node.
 *
 * @param udp of the DHT; the game port (TCP) is one higher
 * @param http of the actuator
 */
public record Ports(int udp, int http) {
    /** The largest UDP port, since the game port is one higher. */
    public static final int MAX_UDP = 65_534;

    /** @throws IllegalArgumentException if a port is out of its range */
    public Ports {
        if (udp < 1 || udp > MAX_UDP) {
            throw new IllegalArgumentException("port is " + udp + ", allowed is 1.." + MAX_UDP);
        }
        if (http < 1 || http > 65_535) {
            throw new IllegalArgumentException("HTTP port is " + http + ", allowed is 1..65535");
        }
    }

    /** The TCP port of the game server. */
    public int game() {
        return udp + 1;
    }

    /** Which of these ports another program has, in words; empty if all are free. */
    public Optional<String> taken() {
        if (!udpIsFree(udp)) {
            return Optional.of("UDP port " + udp);
        }
        if (!tcpIsFree(udp + 1)) {
            return Optional.of("TCP port " + (udp + 1));
        }
        if (!tcpIsFree(http)) {
            return Optional.of("TCP port " + http);
        }
        return Optional.empty();
    }

    /**
     * The first TCP port of loopback from this one on that is free now.
     *
     * @throws ToolException if there is none
     */
    public static int freeTcp(int from) {
        for (int port = from; port <= 65_535; port++) {
            if (tcpIsFree(port)) {
                return port;
            }
        }
        throw new ToolException("No TCP port from " + from + " on is free on this machine.");
    }

    /** Ports that are free now, for so many nodes. Programs that search at the same time begin at different places, most of them. */
    public static List<Ports> free(int count) {
        List<Ports> found = new ArrayList<>();
        int offset = (int) (ProcessHandle.current().pid() % 32) * 128;
        int http = 18_200 + offset;
        for (int udp = 14_000 + offset; found.size() < count; udp += 2, http++) {
            if (udp > MAX_UDP) {
                throw new ToolException("There are no free ports left for " + count + " nodes on this machine.");
            }
            Ports ports = new Ports(udp, http);
            if (ports.taken().isEmpty()) {
                found.add(ports);
            }
        }
        return found;
    }

    static boolean udpIsFree(int port) {
        try (DatagramSocket socket = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (SocketException e) {
            return false;
        }
    }

    static boolean tcpIsFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
