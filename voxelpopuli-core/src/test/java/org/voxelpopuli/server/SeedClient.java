package org.voxelpopuli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

/** A seed client made of strings. */
final class SeedClient implements StreamTransport.Handler {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    final SimulatedHost host;
    private final Simulation simulation;
    private final StringBuilder pending = new StringBuilder();
    private final List<String> lines = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private StreamTransport.Connection connection;
    private int read;

    private SeedClient(Simulation simulation, SimulatedHost host) {
        this.simulation = simulation;
        this.host = host;
    }

    static SeedClient dial(Simulation simulation, SimulatedHost from, InetSocketAddress server) {
        SeedClient client = new SeedClient(simulation, from);
        client.connection = simulation.await(from.streams().connect(server, LIMIT, opened -> client), LIMIT);
        return client;
    }

    @Override
    public void received(byte[] bytes) {
        pending.append(new String(bytes, StandardCharsets.UTF_8));
        for (int end = pending.indexOf("\n"); end >= 0; end = pending.indexOf("\n")) {
            lines.add(pending.substring(0, end));
            pending.delete(0, end + 1);
        }
    }

    @Override
    public void closed(Throwable cause) {
        closed.set(true);
    }

    SeedClient say(String text) {
        return say(text.getBytes(StandardCharsets.UTF_8));
    }

    SeedClient say(byte[] bytes) {
        connection.send(bytes);
        return this;
    }

    /** Sends a packet. */
    SeedClient packet(int type, String args, String player) {
        return say("{\"type\":" + type + ",\"args\":[" + args + "],\"player\":\"" + player + "\"}\n");
    }

    void hangUp() {
        connection.close();
    }

    boolean isClosed() {
        return closed.get();
    }

    void awaitClosed(Duration limit) {
        simulation.runUntil(closed::get, limit);
    }

    /** The next line, whatever it is. */
    String line() {
        simulation.runUntil(() -> lines.size() > read, LIMIT);
        return lines.get(read++);
    }

    void expect(String line) {
        assertThat(line()).isEqualTo(line);
    }

    /** The next packet of a type; those of other types before it are passed over. */
    String await(int type) {
        while (true) {
            String line = line();
            if (isOfType(line, type)) {
                return line;
            }
        }
    }

    /** The packets of a type that are here and not yet read; reads all. */
    List<String> drain(int type) {
        List<String> found = lines.subList(read, lines.size()).stream()
                .filter(line -> isOfType(line, type))
                .toList();
        read = lines.size();
        return found;
    }

    /** All lines that are here and not yet read but TIME; reads them. */
    List<String> drainButTime() {
        List<String> found = lines.subList(read, lines.size()).stream()
                .filter(line -> !isOfType(line, 6))
                .toList();
        read = lines.size();
        return found;
    }

    private static boolean isOfType(String line, int type) {
        return line.startsWith("{\"type\":" + type + ",");
    }

    static int block(String chunkData, int x, int y, int z) {
        String[] blocks = chunkData
                .substring(chunkData.indexOf('[') + 1, chunkData.indexOf(']'))
                .split(",", -1);
        assertThat(blocks).hasSize(32 * 32 * 32);
        return Integer.parseInt(blocks[(x * 32 + y) * 32 + z]);
    }
}
