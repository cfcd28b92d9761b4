package org.voxelpopuli.spring.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.voxelpopuli.server.ServerObserver;
import org.voxelpopuli.world.ChunkPos;

/** Ticks, packets and connections of the game server. Thread-safe. */
public final class ServerMetrics implements ServerObserver {
    private final MeterRegistry registry;
    private final Timer ticks;
    private final Counter opened;
    // Looked up here for each packet, which costs less than the registry's own look-up by tags.
    private final Map<String, Counter> accepted = new ConcurrentHashMap<>();
    private final Map<String, Counter> refused = new ConcurrentHashMap<>();
    private final Map<String, DistributionSummary> sent = new ConcurrentHashMap<>();
    private final Map<String, Counter> closed = new ConcurrentHashMap<>();

    /** Meters in that registry. */
    public ServerMetrics(MeterRegistry registry) {
        this.registry = registry;
        ticks = Timer.builder("voxelpopuli.ticks")
                .description("Ticks of loaded chunks, and how long each took")
                .register(registry);
        opened = Counter.builder("voxelpopuli.connections.opened")
                .description("Connections to the game port that were opened")
                .register(registry);
    }

    @Override
    public void ticked(ChunkPos chunk, long nanos) {
        ticks.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void packetReceived(String kind, boolean isAccepted) {
        (isAccepted ? accepted : refused)
                .computeIfAbsent(kind, k -> Counter.builder("voxelpopuli.packets.received")
                        .description("Packets from clients")
                        .tag("kind", k)
                        .tag("outcome", isAccepted ? "accepted" : "refused")
                        .register(registry))
                .increment();
    }

    @Override
    public void packetSent(String kind, int bytes) {
        sent.computeIfAbsent(kind, k -> DistributionSummary.builder("voxelpopuli.packets.sent")
                        .description("Packets to clients, and their bytes")
                        .baseUnit("bytes")
                        .tag("kind", k)
                        .register(registry))
                .record(bytes);
    }

    @Override
    public void connectionOpened() {
        opened.increment();
    }

    @Override
    public void connectionClosed(String reason) {
        closed.computeIfAbsent(reason, r -> Counter.builder("voxelpopuli.connections.closed")
                        .description("Connections to the game port that ended, by reason")
                        .tag("reason", r)
                        .register(registry))
                .increment();
    }
}
