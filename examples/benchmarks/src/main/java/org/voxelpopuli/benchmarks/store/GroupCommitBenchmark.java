package org.voxelpopuli.benchmarks.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;
import org.voxelpopuli.world.ChunkPos;

/**
 * Durable edits in the SQLite store: so many calls at once, one edit each, until the last is on disk. The database is in the folder that
 * {@code -Dvoxelpopuli.benchmark.folder} names, else in the one for temporary files, which should not be in memory.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GroupCommitBenchmark {
    private static final WriterId WRITER = WriterId.of(new byte[WriterId.LENGTH]);
    private static final int CHUNKS = 64;

    @Param({"1", "100", "10000"})
    private int edits;

    private final Path folder = newFolder();
    private final WorldStore store = SqliteWorldStore.open(folder);
    private long time;

    private static Path newFolder() {
        try {
            String base = System.getProperty("voxelpopuli.benchmark.folder", System.getProperty("java.io.tmpdir"));
            return Files.createTempDirectory(Path.of(base), "benchmark");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TearDown
    public void delete() throws IOException {
        store.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Benchmark
    public void save() {
        CompletableFuture<?>[] saves =
                IntStream.range(0, edits).mapToObj(i -> saveOne()).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(saves).join();
    }

    private CompletableFuture<Void> saveOne() {
        time++;
        // A large odd step: edits are spread over the chunk as players are.
        int voxel = (int) (time * 7_919 % ChunkPos.VOLUME);
        Edit edit = new Edit(voxel, (int) (time & 3), new Stamp(time, WRITER));
        return store.saveChunk(new ChunkPos((int) (time % CHUNKS), 0, 0), EditBatch.of(List.of(edit)));
    }
}
