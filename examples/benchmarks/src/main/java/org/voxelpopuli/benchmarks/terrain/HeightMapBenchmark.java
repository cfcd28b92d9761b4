package org.voxelpopuli.benchmarks.terrain;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/** The terrain of one chunk; another one at each call. Aim: under 100 us. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HeightMapBenchmark {
    private final HeightMapTerrain terrain = new HeightMapTerrain(0);
    private int next;

    @Benchmark
    public Chunk generate() {
        next = (next + 1) & 0xFFFF;
        return terrain.generate(new ChunkPos(next, 0, -next));
    }

    /** All air: what most of the chunks around a player are. */
    @Benchmark
    public Chunk generateAbove() {
        next = (next + 1) & 0xFFFF;
        return terrain.generate(new ChunkPos(next, 1, -next));
    }
}
