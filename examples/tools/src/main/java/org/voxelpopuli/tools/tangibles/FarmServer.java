package org.voxelpopuli.tools.tangibles;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.runtime.StreamTransport.Handler;
import org.voxelpopuli.runtime.StreamTransport.Listener;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.tangibles.DifferenceTransmitter;
import org.voxelpopuli.tangibles.TransmissionSettings;

/** Simulates a farm, twenty ticks a second, and transmits it to whoever connects; all on one worker. */
final class FarmServer {
    static final Duration TICK = Duration.ofMillis(50);

    /** More than the longest request. */
    private static final int MAX_REQUEST = 1_024;
    /** A client that does not read gets no more until it does: what it misses is in the next transmission. */
    private static final long MAX_BACKLOG = 1 << 20;

    private final NodeEnvironment environment;
    private final Farm farm;
    private final Worker worker;
    private final List<Viewer> viewers = new ArrayList<>();

    private record Viewer(Connection connection, DifferenceTransmitter transmitter) {}

    FarmServer(NodeEnvironment environment, Farm farm) {
        this.environment = environment;
        this.farm = farm;
        this.worker = environment.worker("farm");
    }

    /** Listens on a free port of loopback, and begins to tick. */
    CompletableFuture<Listener> start() {
        worker.schedule(TICK, this::tick);
        return environment.streams().listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), this::accept);
    }

    private Handler accept(Connection connection) {
        Viewer viewer = new Viewer(
                connection, new DifferenceTransmitter(farm.model(), Farm.FARMER, TransmissionSettings.defaults()));
        worker.execute(() -> viewers.add(viewer));
        Frames frames = new Frames(MAX_REQUEST);
        return new Handler() {
            @Override
            public void received(byte[] bytes) {
                for (byte[] request : frames.received(bytes)) {
                    worker.execute(() -> viewer.transmitter().receive(request));
                }
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                worker.execute(() -> viewers.remove(viewer));
            }
        };
    }

    private void tick() {
        worker.schedule(TICK, this::tick);
        farm.tick();
        long now = environment.clock().nanos();
        for (Viewer viewer : viewers) {
            if (viewer.connection().backlog() < MAX_BACKLOG) {
                viewer.transmitter().transmit(now).ifPresent(message -> viewer.connection()
                        .send(Frames.frame(message)));
            }
        }
    }
}
