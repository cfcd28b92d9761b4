package org.voxelpopuli.tools.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * Clients that build all the time, and a ledger of what they were told. A mason changes one voxel of its own after another, with one edit under way, so what each of
 * them must show is known exactly; rivals share voxels.
 */
final class Masonry implements AutoCloseable {
    private static final Duration BETWEEN_EDITS = Duration.ofMillis(60);
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int BLOCKS = 4;

    /** A change of a voxel; {@code kept} is when its author heard so, -1 while it has not. */
    private static final class Write {
        final int block;
        final long begun = System.nanoTime();
        volatile long kept = -1;

        Write(int block) {
            this.block = block;
        }
    }

    private record Voxel(ChunkPos chunk, int index) {}

    /** One writer with one edit under way. */
    final class Mason {
        private final FrameClient client;
        private final ChunkPos chunk;
        private final int first;
        private final int count;
        private final Random random;
        private volatile long lastKept = System.nanoTime();
        private volatile boolean idle;
        private int next;

        private Mason(FrameClient client, ChunkPos chunk, int first, int count, long seed) {
            this.client = client;
            this.chunk = chunk;
            this.first = first;
            this.count = count;
            this.random = new Random(seed);
        }

        private void work() {
            if (stopped) {
                idle = true;
                return;
            }
            Voxel voxel = new Voxel(chunk, first + next++ % count);
            List<Write> writes = ledger(voxel);
            Write write;
            synchronized (writes) {
                // Another one than before, so that a write that is lost shows.
                int before = writes.isEmpty() ? 0 : writes.get(writes.size() - 1).block;
                write = new Write((before + 1 + random.nextInt(BLOCKS - 1)) % BLOCKS);
                writes.add(write);
            }
            var unused = client.change(voxel.chunk(), voxel.index(), write.block)
                    .whenComplete((kept, failure) -> {
                        if (failure == null) {
                            write.kept = kept.nanos();
                            lastKept = kept.nanos();
                        } else {
                            refusals.add(voxel + ": " + failure.getMessage());
                        }
                        pace.schedule(BETWEEN_EDITS, this::work);
                    });
        }

        /** Who serves its chunk, as far as its client knows. */
        Optional<ServerAddress> server() {
            return client.server(chunk);
        }

        /** When an edit of it was kept the last time. */
        long lastKept() {
            return lastKept;
        }

        @Override
        public String toString() {
            return "the mason of chunk " + chunk + " from voxel " + first + ", at "
                    + client.server(chunk).map(Object::toString).orElse("no server");
        }
    }

    private final NodeEnvironment environment;
    private final Worker pace;
    private final Random random;
    private final Map<Voxel, List<Write>> ledger = new LinkedHashMap<>();
    private final List<Mason> masons = new ArrayList<>();
    private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    Masonry(NodeEnvironment environment, long seed) {
        this.environment = environment;
        this.pace = environment.worker("masons");
        this.random = new Random(seed);
    }

    private List<Write> ledger(Voxel voxel) {
        synchronized (ledger) {
            return ledger.computeIfAbsent(voxel, key -> new ArrayList<>());
        }
    }

    /** Somebody builds in voxels from {@code first} on; others may build there too. */
    Mason hire(FrameClient client, ChunkPos chunk, int first, int count) {
        Mason mason = new Mason(client, chunk, first, count, random.nextLong());
        masons.add(mason);
        mason.work();
        return mason;
    }

    List<Mason> masons() {
        return masons;
    }

    /** Waits until each of these has had an edit kept after a time. */
    void awaitKeptSince(List<Mason> some, long nanos) throws InterruptedException {
        await(
                () -> some.stream().allMatch(mason -> mason.lastKept() - nanos > 0),
                () -> "No edit was kept of "
                        + some.stream()
                                .filter(mason -> mason.lastKept() - nanos <= 0)
                                .map(Mason::toString)
                                .collect(Collectors.joining("; ")));
    }

    /** No more is begun; waits until all that was begun is kept. */
    void finish() throws InterruptedException {
        stopped = true;
        await(
                () -> masons.stream().allMatch(mason -> mason.idle),
                () -> "Never kept: an edit of "
                        + masons.stream()
                                .filter(mason -> !mason.idle)
                                .map(Mason::toString)
                                .collect(Collectors.joining("; ")));
        assertThat(refusals).as("edits that were refused").isEmpty();
    }

    /** How many edits are acknowledged. */
    long acknowledged() {
        synchronized (ledger) {
            return ledger.values().stream()
                    .flatMap(List::stream)
                    .filter(write -> write.kept != -1)
                    .count();
        }
    }

    /** Waits until the world shows what the ledger says: what an owner lacked comes from those who had it. */
    void awaitAllThere(FrameClient reader) throws Exception {
        List<String> wrong = new ArrayList<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            wrong.clear();
            wrong.addAll(wrong(reader));
            if (wrong.isEmpty()) {
                return;
            }
            Thread.sleep(200);
        } while (System.nanoTime() < deadline);
        assertThat(wrong).as("acknowledged edits that are lost").isEmpty();
    }

    private List<String> wrong(FrameClient reader) throws Exception {
        List<String> wrong = new ArrayList<>();
        Map<ChunkPos, Chunk> world = new LinkedHashMap<>();
        for (Map.Entry<Voxel, List<Write>> entry : ledger.entrySet()) {
            Voxel voxel = entry.getKey();
            if (!world.containsKey(voxel.chunk())) {
                world.put(voxel.chunk(), reader.look(voxel.chunk()).get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            }
            Chunk chunk = world.get(voxel.chunk());
            int shown = chunk == null ? -1 : chunk.get(voxel.index());
            Set<Integer> allowed = allowed(entry.getValue());
            if (!allowed.contains(shown)) {
                wrong.add(voxel + " shows " + shown + ", allowed is " + allowed + " after "
                        + entry.getValue().size() + " edits");
            }
        }
        return wrong;
    }

    /** What may be shown: each write after whose acknowledgement no other was begun and acknowledged. */
    private static Set<Integer> allowed(List<Write> writes) {
        long latest = writes.stream()
                .filter(write -> write.kept != -1)
                .mapToLong(write -> write.begun)
                .max()
                .orElse(Long.MIN_VALUE);
        return writes.stream()
                .filter(write -> write.kept == -1 || write.kept - latest >= 0)
                .map(write -> write.block)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Waits until all nodes name the same server for each chunk. */
    void awaitOneOwner(Cluster cluster, Function<ServerAddress, Optional<InetSocketAddress>> route) throws Exception {
        Set<ChunkPos> chunks = masons.stream().map(mason -> mason.chunk).collect(Collectors.toSet());
        Map<ChunkPos, Set<ServerAddress>> named = new LinkedHashMap<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            named.clear();
            for (ServerAddress stone : cluster.servers()) {
                try (FrameClient asking = new FrameClient(environment, List.of(stone), route, (of, step, at) -> {})) {
                    for (ChunkPos chunk : chunks) {
                        asking.look(chunk).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                        asking.server(chunk).ifPresent(server -> named.computeIfAbsent(chunk, key -> new HashSet<>())
                                .add(server));
                    }
                }
            }
            if (named.values().stream().allMatch(servers -> servers.size() == 1)) {
                return;
            }
        } while (System.nanoTime() < deadline);
        throw new AssertionError("Chunks are served by several nodes: " + named);
    }

    private static void await(BooleanSupplier condition, Supplier<String> complaint) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(complaint.get());
            }
            Thread.sleep(20);
        }
    }

    @Override
    public void close() {
        stopped = true;
        masons.forEach(mason -> mason.client.close());
        pace.close();
    }
}
