package org.voxelpopuli.benchmarks.tangibles;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.tangibles.AnimationQueue;
import org.voxelpopuli.tangibles.AnimationStep;
import org.voxelpopuli.tangibles.MasterModel;
import org.voxelpopuli.tangibles.Table;
import org.voxelpopuli.tangibles.Tangible;
import org.voxelpopuli.tangibles.TransmissionSettings;

/**
 * A tick of a lively place, for one player and for a crowd. {@code sharing} is the crowd in one world, where what is equal for all is done once; without
 * it each of them has a world of their own, in which the same happens: so nothing is shared, and what the game itself does is done as often.
 * {@code game} is that alone.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CrowdBenchmark {
    private static final int SHEEP = 200;
    private static final int STEPS_A_TICK = 40;
    private static final long FIRST_ID = 1_000;

    /** Around the same place. */
    @Param({"1", "100"})
    int players;

    /** Whether all are in one world. */
    @Param({"true", "false"})
    boolean sharing;

    private final List<MasterModel> worlds = new ArrayList<>();
    private Players told = new Players();
    private long tick;

    @Setup
    public void build() {
        worlds.clear();
        told = new Players();
        TransmissionSettings settings = TransmissionSettings.defaults().withVerifyEvery(Integer.MAX_VALUE);
        for (int player = 1; player <= players; player++) {
            if (worlds.isEmpty() || !sharing) {
                worlds.add(world());
            }
            MasterModel world = worlds.get(worlds.size() - 1);
            world.create(player, "player", AnimationQueue.at(player % 10 / 10.0, 0, player % 7 / 10.0));
            told.add(world, player, settings);
            if (player % 10 == 1) {
                // They came one after another.
                told.transmitAll();
            }
        }
        told.transmitAll();
    }

    private static MasterModel world() {
        MasterModel world = new MasterModel();
        for (int i = 0; i < SHEEP; i++) {
            Table memory = new Table().put("hunger", i).put("mood", "calm").put("wool", i % 2 == 0);
            world.create(FIRST_ID + i, "sheep", AnimationQueue.at(i % 20 - 10, 0, i % 17 - 8))
                    .database()
                    .put("memory", memory)
                    .put("busyUntil", i);
        }
        return world;
    }

    /** Of the sheep a part moves, and remembers something else. */
    @Benchmark
    public int game() {
        tick++;
        for (MasterModel world : worlds) {
            for (int i = 0; i < STEPS_A_TICK; i++) {
                long id = FIRST_ID + (tick * STEPS_A_TICK + i) % SHEEP;
                Tangible sheep = world.tangible(id).orElseThrow();
                AnimationStep last = sheep.animation().last();
                sheep.animate(new AnimationStep(
                        tick % 3 == 0 ? "graze" : "walk", last.x() + tick % 2 - 0.5, 0, last.z(), 10 + i));
                sheep.database()
                        .put("busyUntil", tick)
                        .table("memory")
                        .put("hunger", tick)
                        .put("mood", "new " + tick % 9);
            }
        }
        return worlds.size();
    }

    /** That, and all players are told of it. */
    @Benchmark
    public int tick() {
        return game() + told.transmitAll();
    }
}
