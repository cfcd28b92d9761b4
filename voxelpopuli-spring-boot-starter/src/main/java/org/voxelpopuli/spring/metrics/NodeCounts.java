package org.voxelpopuli.spring.metrics;

import io.micrometer.core.instrument.Clock;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.replication.ReplicationStatus;
import org.voxelpopuli.server.ChunkInfo;
import org.voxelpopuli.spring.NodeView;

/** Counts that only the owners of the chunks know. Thread-safe. */
final class NodeCounts {
    private static final Counts UNKNOWN = new Counts(Double.NaN, Double.NaN, Double.NaN, null);

    private final NodeView view;
    private final Reading<Counts> reading;

    NodeCounts(NodeView view, Clock clock) {
        this.view = view;
        reading = new Reading<>(this::ask, clock);
    }

    /** As {@link Reading#now}; NaN if the node has never answered. */
    Counts now() {
        Counts last = reading.now();
        return last == null ? UNKNOWN : last;
    }

    private Counts ask() {
        List<ChunkInfo> chunks = view.chunks();
        return new Counts(
                chunks.size(),
                chunks.stream().filter(ChunkInfo::loaded).count(),
                view.players().size(),
                view.replication());
    }

    record Counts(
            double resident,
            double loaded,
            double players,
            @Nullable ReplicationStatus replication) {
        double replication(ToDoubleFunction<ReplicationStatus> value) {
            return replication == null ? Double.NaN : value.applyAsDouble(replication);
        }
    }
}
