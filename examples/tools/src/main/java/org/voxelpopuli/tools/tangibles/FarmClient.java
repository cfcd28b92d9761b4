package org.voxelpopuli.tools.tangibles;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.runtime.StreamTransport.Handler;
import org.voxelpopuli.tangibles.ClientModel;
import org.voxelpopuli.tangibles.DifferenceReceiver;
import org.voxelpopuli.tangibles.Table;
import org.voxelpopuli.tangibles.Tangible;
import org.voxelpopuli.tangibles.Value;
import org.voxelpopuli.tangibles.behaviour.AnimationPlayback;
import org.voxelpopuli.tangibles.behaviour.Pose;

/** Follows a farm over a socket, and tells what it sees; the model lives on the connection's worker. */
final class FarmClient {
    private static final int MAX_MESSAGE = 16 << 20;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final NodeEnvironment environment;
    private final ClientModel model = new ClientModel();
    private final DifferenceReceiver receiver = new DifferenceReceiver(model);
    private final Map<Long, AnimationPlayback> playbacks = new TreeMap<>();
    private long messages;
    private long bytes;
    private long largest;

    /** What is on the screen in a moment. */
    record View(long messages, long bytes, long largest, boolean synchronised, List<String> lines) {}

    FarmClient(NodeEnvironment environment) {
        this.environment = environment;
    }

    CompletableFuture<Connection> connect(InetSocketAddress server) {
        return environment.streams().connect(server, CONNECT_TIMEOUT, this::handler);
    }

    private Handler handler(Connection connection) {
        Frames frames = new Frames(MAX_MESSAGE);
        return new Handler() {
            @Override
            public void received(byte[] received) {
                for (byte[] message : frames.received(received)) {
                    messages++;
                    bytes += message.length;
                    largest = Math.max(largest, message.length);
                    receiver.receive(message).ifPresent(request -> connection.send(Frames.frame(request)));
                    animate();
                }
            }

            @Override
            public void closed(@Nullable Throwable cause) {}
        };
    }

    private double ticks() {
        return (double) environment.clock().nanos() / FarmServer.TICK.toNanos();
    }

    private void animate() {
        double now = ticks();
        playbacks.keySet().removeIf(id -> model.tangible(id).isEmpty());
        for (Tangible tangible : model.tangibles()) {
            playbacks
                    .computeIfAbsent(tangible.id(), id -> new AnimationPlayback(tangible.animation(), now))
                    .update(tangible.animation(), now);
        }
    }

    /** How it looks now. */
    CompletableFuture<View> view(Connection connection) {
        return CompletableFuture.supplyAsync(this::look, connection.worker());
    }

    private View look() {
        double now = ticks();
        List<String> lines = new ArrayList<>();
        for (Tangible tangible : model.tangibles()) {
            AnimationPlayback playback = playbacks.get(tangible.id());
            if (playback != null) {
                lines.add(line(tangible, playback.at(now)));
            }
        }
        return new View(messages, bytes, largest, receiver.isSynchronised(), lines);
    }

    private static String line(Tangible tangible, Pose pose) {
        return String.format(
                        Locale.ROOT,
                        "%-8s %4d  at %6.2f %6.2f  %-6s %s",
                        tangible.className(),
                        tangible.id(),
                        pose.x(),
                        pose.z(),
                        pose.action(),
                        state(tangible))
                .stripTrailing();
    }

    private static String state(Tangible tangible) {
        Table database = tangible.database();
        if (tangible.className().equals(Sheep.CLASS)) {
            return database.get("wool") != null ? "with wool" : "shorn";
        } else if (tangible.className().equals(Chest.CLASS)) {
            return (database.get("openSince") != null ? "open: " : "shut: ") + items(database);
        }
        return "";
    }

    private static String items(Table chest) {
        List<String> items = new ArrayList<>();
        if (chest.get("items") instanceof Table list) {
            for (Value value : list.entries().values()) {
                if (value instanceof Table item) {
                    items.add(item.get("count") + " " + item.get("item"));
                }
            }
        }
        return String.join(", ", items);
    }
}
