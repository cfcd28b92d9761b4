package org.voxelpopuli.tools.durability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.world.ChunkPos;

/**
 * How long an edit is under way until its author hears that it is kept, at a given rate. Edits are sent at their times whether earlier ones were answered or not, and the
 * clock of each runs from when it should have been sent: a server that stalls is not asked less.
 */
public final class AcknowledgeMeasurement {
    private static final int SIDE = 10;
    private static final long PATIENCE_SECONDS = 120;

    private final int clients;
    private final int chunks;
    private final int rate;
    private final Duration warmUp;
    private final Duration time;
    private final long seed;

    /**
     * Nothing is measured yet.
     *
     * @param rate edits in a second, of all clients, over all chunks
     * @param seed decides voxels and blocks
     */
    public AcknowledgeMeasurement(int clients, int chunks, int rate, Duration warmUp, Duration time, long seed) {
        this.clients = clients;
        this.chunks = chunks;
        this.rate = rate;
        this.warmUp = warmUp;
        this.time = time;
        this.seed = seed;
    }

    /**
     * What came out.
     *
     * @param nanos of each edit
     * @param failed edits that were refused
     */
    public record Result(Histogram nanos, long failed) {}

    /** So many chunks, near each other. */
    static List<ChunkPos> square(int count) {
        List<ChunkPos> square = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            square.add(new ChunkPos(i % SIDE, 0, i / SIDE));
        }
        return square;
    }

    /** Measures at a cluster that runs. */
    public Result measure(Cluster cluster) throws Exception {
        List<ChunkPos> all = square(chunks);
        try (NodeEnvironment environment = NettyEnvironment.create()) {
            List<FrameClient> crew = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                crew.add(new FrameClient(
                        environment, cluster.servers(), FrameClient::direct, (chunk, step, nanos) -> {}));
            }
            for (int i = 0; i < chunks; i++) {
                crew.get(i % clients).look(all.get(i)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
            Random random = new Random(seed);
            send(crew, all, random, warmUp);
            Result result = send(crew, all, random, time);
            crew.forEach(FrameClient::close);
            return result;
        }
    }

    private Result send(List<FrameClient> crew, List<ChunkPos> all, Random random, Duration duration)
            throws InterruptedException {
        Histogram nanos = new ConcurrentHistogram(3);
        AtomicLong failed = new AtomicLong();
        AtomicLong answered = new AtomicLong();
        long count = duration.toMillis() * rate / 1000;
        long begin = System.nanoTime();
        for (long i = 0; i < count; i++) {
            long due = begin + i * 1_000_000_000L / rate;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            int at = (int) (i % chunks);
            var unused = crew.get(at % clients)
                    .change(all.get(at), random.nextInt(ChunkPos.VOLUME), random.nextInt(4))
                    .whenComplete((kept, failure) -> {
                        if (failure == null) {
                            nanos.recordValue(kept.nanos() - due);
                        } else {
                            failed.incrementAndGet();
                        }
                        answered.incrementAndGet();
                    });
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (answered.get() < count && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        return new Result(nanos, failed.get() + count - answered.get());
    }
}
