package org.voxelpopuli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.protocol.SeedFraming;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

/** A server that does what its script says with each frame; first the handshake, then lines, or queries after {@code dht}. */
final class ScriptedServer {
    /** One accepted connection. */
    static final class Peer implements StreamTransport.Handler {
        final StreamTransport.Connection connection;
        final List<String> frames = new ArrayList<>();
        private final BiConsumer<Peer, String> script;
        private final SeedFraming framing = new SeedFraming(8 << 10);
        boolean closed;

        Peer(StreamTransport.Connection connection, BiConsumer<Peer, String> script) {
            this.connection = connection;
            this.script = script;
        }

        void say(String text) {
            connection.send(text.getBytes(UTF_8));
        }

        @Override
        public void received(byte[] bytes) {
            framing.append(bytes);
            for (Optional<byte[]> frame = next(); frame.isPresent(); frame = next()) {
                String text = new String(frame.get(), UTF_8);
                frames.add(text);
                script.accept(this, text);
            }
        }

        private Optional<byte[]> next() {
            if (frames.isEmpty()) {
                return framing.nextValue();
            }
            return frames.get(0).contains("\"dht\"") ? framing.nextQuery() : framing.nextLine();
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            closed = true;
        }
    }

    final List<Peer> peers = new ArrayList<>();
    final StreamTransport.Listener listener;

    ScriptedServer(Simulation simulation, SimulatedHost host, int port, BiConsumer<Peer, String> script) {
        listener = simulation.await(
                host.streams().listen(host.socketAddress(port), connection -> {
                    Peer peer = new Peer(connection, script);
                    peers.add(peer);
                    return peer;
                }),
                Duration.ofSeconds(1));
    }
}
