package org.voxelpopuli.spring.metrics;

import io.micrometer.core.instrument.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.replication.ReplicationStatus;
import org.voxelpopuli.server.ChunkInfo;
import org.voxelpopuli.spring.NodeView;
import org.voxelpopuli.spring.NodeView.NoAnswerException;

/** Counts that only the owners of the chunks know, asked once for all the gauges of a reading. Thread-safe. */
final class NodeCounts {
    private static final Logger log = LoggerFactory.getLogger(NodeCounts.class);
    private static final Counts UNKNOWN = new Counts(Double.NaN, Double.NaN, Double.NaN, null);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NodeView view;
    private final Clock clock;
    private @Nullable Counts last;
    private long askedAt;

    NodeCounts(NodeView view, Clock clock) {
        this.view = view;
        this.clock = clock;
    }

    /** Not older than a second, unless the node does not answer in time: then the last that it told, NaN if it never has. */
    synchronized Counts now() {
        long time = clock.monotonicTime();
        if (last == null || time - askedAt > FRESH_NANOS) {
            try {
                last = ask();
                askedAt = time;
            } catch (NoAnswerException e) {
                log.debug("Gauges show old counts: {}", e.getMessage());
            }
        }
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
