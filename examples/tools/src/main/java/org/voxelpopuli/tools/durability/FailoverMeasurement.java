package org.voxelpopuli.tools.durability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.tools.durability.FrameClient.Step;
import org.voxelpopuli.world.ChunkPos;

/** Kills the owners of chunks in which clients build, and measures for each of these chunks the time until another node keeps the next edit. */
public final class FailoverMeasurement implements AutoCloseable {
    /** What is measured is a death, not throughput: 60 of these chunks faster would keep a small machine busy with edits alone. */
    private static final Duration BETWEEN_EDITS = Duration.ofMillis(500);

    private static final long PATIENCE_SECONDS = 120;
    private static final long POLL_MILLIS = 20;

    /**
     * One chunk whose owner was killed. Times in milliseconds from the kill.
     *
     * @param nodes of the network
     * @param kill counts the kills
     * @param lost when the client's connection was lost
     * @param asked when it asked the directory, for the last time before the success
     * @param located when it was told who serves the chunk now
     * @param shown when it saw the chunk there
     * @param kept when its next edit was kept there; negative if it never was
     * @param questions to the directory until then
     */
    public record Sample(
            int nodes, int kill, double lost, double asked, double located, double shown, double kept, int questions) {}

    /** A client that changes one block after another of one chunk, and what happened to it since a kill. */
    private final class Builder implements FrameClient.Listener {
        private final ChunkPos chunk;
        private final FrameClient client;
        private final Random random;
        private final Map<Step, Long> steps = new EnumMap<>(Step.class);
        private int questions;
        private FrameClient.@Nullable Kept first;
        private @Nullable ServerAddress victim;

        Builder(ChunkPos chunk, long seed) {
            this.chunk = chunk;
            this.random = new Random(seed);
            this.client = new FrameClient(environment, cluster.servers(), FrameClient::direct, this);
            build();
        }

        private void build() {
            var unused = change().whenComplete((kept, failure) -> pace.schedule(BETWEEN_EDITS, this::build));
        }

        private CompletableFuture<FrameClient.Kept> change() {
            return client.change(chunk, random.nextInt(ChunkPos.VOLUME), random.nextInt(4))
                    .whenComplete((kept, failure) -> {
                        if (failure == null) {
                            accepted(kept);
                        }
                    });
        }

        private synchronized void accepted(FrameClient.Kept kept) {
            if (first == null && victim != null && !kept.by().equals(victim)) {
                first = kept;
            }
        }

        @Override
        public synchronized void step(ChunkPos of, Step step, long nanos) {
            if (first == null) {
                steps.put(step, nanos);
                if (step == Step.ASKED) {
                    questions++;
                }
            }
        }

        synchronized void watch(ServerAddress killed) {
            steps.clear();
            questions = 0;
            first = null;
            victim = killed;
        }

        /** The player builds at the moment of the death. */
        void buildNow() {
            pace.execute(() -> {
                var unused = change();
            });
        }

        synchronized boolean isServed() {
            return first != null;
        }

        synchronized Sample sample(int kill, long killed) {
            FrameClient.Kept kept = first;
            return new Sample(
                    cluster.size(),
                    kill,
                    since(killed, Step.LOST),
                    since(killed, Step.ASKED),
                    since(killed, Step.LOCATED),
                    since(killed, Step.SHOWN),
                    kept == null ? -1 : (kept.nanos() - killed) / 1e6,
                    questions);
        }

        private double since(long killed, Step step) {
            Long nanos = steps.get(step);
            return nanos == null ? -1 : (nanos - killed) / 1e6;
        }
    }

    private final Cluster cluster;
    private final NodeEnvironment environment = NettyEnvironment.create();
    private final Worker pace = environment.worker("builders");
    private final Random random;
    private final List<Builder> builders = new ArrayList<>();

    /** Begins to build in so many chunks of a cluster that runs. */
    public FailoverMeasurement(Cluster cluster, int chunks, long seed) throws Exception {
        this.cluster = cluster;
        this.random = new Random(seed);
        for (ChunkPos chunk : AcknowledgeMeasurement.square(chunks)) {
            builders.add(new Builder(chunk, random.nextLong()));
        }
        for (Builder builder : builders) {
            builder.client.look(builder.chunk).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Kills the owner of a random chunk so many times; each is started again before the next dies. */
    public List<Sample> kill(int times, Duration pause, Consumer<String> progress) throws InterruptedException {
        List<Sample> samples = new ArrayList<>();
        for (int kill = 1; kill <= times; kill++) {
            Thread.sleep(pause.toMillis());
            List<Builder> owned = new ArrayList<>();
            ServerAddress victim = chooseVictim(owned);
            owned.forEach(builder -> builder.watch(victim));
            int node = cluster.nodeAt(victim);
            long killed = System.nanoTime();
            cluster.kill(node);
            owned.forEach(Builder::buildNow);
            long deadline = killed + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!owned.stream().allMatch(Builder::isServed) && System.nanoTime() < deadline) {
                Thread.sleep(POLL_MILLIS);
            }
            for (Builder builder : owned) {
                samples.add(builder.sample(kill, killed));
            }
            progress.accept("node " + node + ", " + owned.size() + " chunks");
            cluster.start(node);
            cluster.awaitJoined(node);
        }
        return samples;
    }

    private ServerAddress chooseVictim(List<Builder> owned) throws InterruptedException {
        while (true) {
            Builder chosen = builders.get(random.nextInt(builders.size()));
            Optional<ServerAddress> server = chosen.client.server(chosen.chunk);
            if (server.isPresent()) {
                builders.stream()
                        .filter(builder -> builder.client.server(builder.chunk).equals(server))
                        .forEach(owned::add);
                return server.get();
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    @Override
    public void close() {
        builders.forEach(builder -> builder.client.close());
        environment.close();
    }
}
