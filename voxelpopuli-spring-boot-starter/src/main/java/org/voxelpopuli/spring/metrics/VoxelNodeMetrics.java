package org.voxelpopuli.spring.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.replication.ReplicationStatus;
import org.voxelpopuli.spring.NodeView;

/** What can be read from a node at any time: its chunks, players, connections and store. Thread-safe. */
public final class VoxelNodeMetrics implements MeterBinder {
    private final NodeView view;

    /** Of each registry; registries refer to them weakly. */
    private final List<NodeCounts> held = new CopyOnWriteArrayList<>();

    /** Meters of that node. */
    public VoxelNodeMetrics(NodeView view) {
        this.view = view;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        VoxelNode node = view.node();
        Gauge.builder("voxelpopuli.connections", node, VoxelNode::connections)
                .description("Open connections to the game port")
                .register(registry);
        bindCounts(registry);
        bindStore(registry, node);
    }

    private void bindCounts(MeterRegistry registry) {
        NodeCounts counts = new NodeCounts(view, registry.config().clock());
        held.add(counts);
        Gauge.builder("voxelpopuli.chunks.resident", counts, c -> c.now().resident())
                .description("Chunks that this node keeps")
                .register(registry);
        Gauge.builder("voxelpopuli.chunks.loaded", counts, c -> c.now().loaded())
                .description("Chunks that are ticking")
                .register(registry);
        Gauge.builder("voxelpopuli.players", counts, c -> c.now().players())
                .description("Players who are registered on this node")
                .register(registry);
        bindReplication(registry, counts);
    }

    private static void bindReplication(MeterRegistry registry, NodeCounts counts) {
        gauge(
                registry,
                counts,
                "copies",
                "Chunks of other nodes of which this one has a copy",
                ReplicationStatus::copies);
        gauge(
                registry,
                counts,
                "understaffed",
                "Edited chunks of this node of which fewer nodes than wanted keep copies",
                ReplicationStatus::understaffed);
        gauge(
                registry,
                counts,
                "alone",
                "Edited chunks of this node of which no other node keeps a copy",
                ReplicationStatus::alone);
        gauge(
                registry,
                counts,
                "unacknowledged",
                "Batches of edits that are on their way to the disks",
                ReplicationStatus::unacknowledged);
        gauge(
                registry,
                counts,
                "lag",
                "The longest time for which a copy of a chunk of this node may have lacked an edit, in seconds",
                status -> status.lag().toMillis() / 1e3);
        gauge(
                registry,
                counts,
                "failover.last",
                "How long the last takeover of a chunk from a dead owner took, in seconds",
                status -> status.lastFailover()
                        .map(failover -> failover.took().toNanos() / 1e9)
                        .orElse(Double.NaN));
        FunctionCounter.builder("voxelpopuli.replication.repair.edits", counts, c -> c.now()
                        .replication(ReplicationStatus::editsRepaired))
                .description("Edits that were sent or fetched to make copies equal")
                .register(registry);
        FunctionCounter.builder("voxelpopuli.replication.repair.digests", counts, c -> c.now()
                        .replication(ReplicationStatus::digestsCompared))
                .description("Digests that were compared to find out which edits to send or fetch")
                .register(registry);
    }

    private static void gauge(
            MeterRegistry registry,
            NodeCounts counts,
            String name,
            String description,
            ToDoubleFunction<ReplicationStatus> value) {
        Gauge.builder("voxelpopuli.replication." + name, counts, c -> c.now().replication(value))
                .description(description)
                .register(registry);
    }

    private static void bindStore(MeterRegistry registry, VoxelNode node) {
        FunctionCounter.builder("voxelpopuli.store.writes", node, n -> n.store().writes())
                .description("Writes to the store")
                .register(registry);
        FunctionCounter.builder(
                        "voxelpopuli.store.commits", node, n -> n.store().commits())
                .description("Commits of the store; one makes several writes durable")
                .register(registry);
        Gauge.builder("voxelpopuli.store.queued", node, n -> n.store().queuedWrites())
                .description("Writes that are not yet durable")
                .register(registry);
        TimeGauge.builder("voxelpopuli.store.commit.last", () -> node.store().lastCommitNanos(), TimeUnit.NANOSECONDS)
                .description("How long the last commit took")
                .register(registry);
        Gauge.builder("voxelpopuli.store.writable", node, n -> n.store().canWrite() ? 1 : 0)
                .description("1 if the last write succeeded, else 0")
                .register(registry);
    }
}
