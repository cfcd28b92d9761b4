package org.voxelpopuli.tools.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditBytes;
import org.voxelpopuli.edits.EditId;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.world.ChunkPos;

/**
 * Writes edits as a node does, each with the id of its client, spread over 50 chunks: into a store, and, as the same bytes, to the end of a plain file, of which each
 * group is forced to the disk. The store is given the next group while it writes one, as a node does; of the file, only the time in which it is written and forced counts.
 */
public final class StoreMeasurement {
    private static final int CHUNKS = 50;
    private static final long BEGINS_NANOS = 50_000;
    private static final WriterId WRITER = WriterId.of(new byte[WriterId.LENGTH]);

    private final Path folder;
    private final Duration duration;
    private final Random random = new Random(1);
    private int number;

    /** @param duration of each measurement; a third as long again is the warm-up */
    public StoreMeasurement(Path folder, Duration duration) {
        this.folder = folder;
        this.duration = duration;
    }

    /**
     * What came of it.
     *
     * @param group edits that were given to it at a time
     * @param perCommit edits in a commit
     * @param editsPerSecond that were durable
     * @param microsPerCommit from one commit to the next
     */
    public record Result(int group, double perCommit, double editsPerSecond, double microsPerCommit) {}

    private Map<ChunkPos, EditBatch> group(int edits) {
        Map<ChunkPos, List<Edit>> byChunk = new LinkedHashMap<>();
        Map<ChunkPos, List<AppliedRange>> ids = new LinkedHashMap<>();
        for (int i = 0; i < edits; i++) {
            number++;
            ChunkPos chunk = new ChunkPos(number % CHUNKS, 0, 0);
            Stamp stamp = new Stamp(1_700_000_000_000L << 16 | number, WRITER);
            byChunk.computeIfAbsent(chunk, c -> new ArrayList<>())
                    .add(new Edit(random.nextInt(ChunkPos.VOLUME), random.nextInt(16), stamp));
            ids.computeIfAbsent(chunk, c -> new ArrayList<>())
                    .add(AppliedRange.of(new EditId(4_711, number / CHUNKS + 1), stamp));
        }
        Map<ChunkPos, EditBatch> group = new LinkedHashMap<>();
        byChunk.forEach((chunk, list) -> group.put(chunk, new EditBatch(list, ids.getOrDefault(chunk, List.of()))));
        return group;
    }

    /** What a store does with groups of so many edits; the result tells how many came into a commit indeed. */
    public Result ofStore(WorldStore store, int edits) {
        store(store, edits, duration.dividedBy(3));
        return store(store, edits, duration);
    }

    private Result store(WorldStore store, int edits, Duration time) {
        StoreStatus before = store.status();
        long begin = System.nanoTime();
        long saved = 0;
        CompletableFuture<Void> earlier = CompletableFuture.completedFuture(null);
        while (System.nanoTime() - begin < time.toNanos()) {
            CompletableFuture<Void> latest = save(store, group(edits));
            saved += edits;
            earlier.join();
            earlier = latest;
            // By then the store has begun with the latest, so that no other comes into the same commit.
            LockSupport.parkNanos(BEGINS_NANOS);
        }
        earlier.join();
        long nanos = System.nanoTime() - begin;
        long commits = Math.max(1, store.status().commits() - before.commits());
        return result(edits, saved, commits, nanos);
    }

    private static CompletableFuture<Void> save(WorldStore store, Map<ChunkPos, EditBatch> group) {
        return CompletableFuture.allOf(group.entrySet().stream()
                .map(each -> store.saveChunk(each.getKey(), each.getValue()))
                .toArray(CompletableFuture<?>[]::new));
    }

    /** What the disk does with the same bytes. */
    public Result ofPlainFile(int edits) {
        Path file = folder.resolve("plain-" + edits);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            append(channel, edits, duration.dividedBy(3));
            return append(channel, edits, duration);
        } catch (IOException e) {
            throw new ToolException("Cannot write: " + FileError.words(e), e);
        }
    }

    private Result append(FileChannel channel, int edits, Duration time) throws IOException {
        ByteBuffer all = ByteBuffer.allocateDirect(1 << 20);
        long nanos = 0;
        long commits = 0;
        while (nanos < time.toNanos()) {
            all.clear();
            group(edits).values().forEach(batch -> all.put(EditBytes.write(batch)));
            all.flip();
            long begin = System.nanoTime();
            while (all.hasRemaining()) {
                channel.write(all);
            }
            channel.force(false);
            nanos += System.nanoTime() - begin;
            commits++;
        }
        return result(edits, commits * edits, commits, nanos);
    }

    private static Result result(int edits, long saved, long commits, long nanos) {
        return new Result(edits, (double) saved / commits, saved * 1e9 / nanos, nanos / 1e3 / commits);
    }
}
