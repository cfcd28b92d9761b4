package org.voxelpopuli.benchmarks.world;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/** A chunk's palette: single blocks, and packing and unpacking all 32 768. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChunkBenchmark {
    private static final int CALLS = 4_096;

    /** 4: as generated; 200: a built-up chunk; 32 768: each block another type. */
    @Param({"4", "200", "32768"})
    private int types;

    private int[] blocks = new int[ChunkPos.VOLUME];
    private Chunk chunk = Chunk.filled(0);
    private int[] voxels = new int[CALLS];
    private int[] ids = new int[CALLS];

    @Setup
    public void fill() {
        Random random = new Random(1);
        for (int voxel = 0; voxel < blocks.length; voxel++) {
            blocks[voxel] = types == ChunkPos.VOLUME ? voxel : random.nextInt(types);
        }
        chunk = Chunk.of(blocks);
        voxels = random.ints(CALLS, 0, ChunkPos.VOLUME).toArray();
        ids = random.ints(CALLS, 0, types).toArray();
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public int read() {
        int sum = 0;
        for (int voxel : voxels) {
            sum += chunk.get(voxel);
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public int write() {
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += chunk.set(voxels[i], ids[i]);
        }
        return sum;
    }

    @Benchmark
    public Chunk pack() {
        return Chunk.of(blocks);
    }

    @Benchmark
    public int[] unpack() {
        return chunk.blocks();
    }

    /** What a tick with one change pays for its snapshot. */
    @Benchmark
    public Chunk copyThenWrite() {
        Chunk copy = chunk.copy();
        chunk.set(voxels[0], chunk.get(voxels[0]) == ids[0] ? ids[1] : ids[0]);
        return copy;
    }
}
