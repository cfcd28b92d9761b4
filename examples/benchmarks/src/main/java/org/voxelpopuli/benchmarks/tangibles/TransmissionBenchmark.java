package org.voxelpopuli.benchmarks.tangibles;

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
 * A transmission with 1 000 close tangibles: what the server pays for one change, for none, and for a player who walks. {@code compareAll} is the paper's
 * passes, each of which looks at all tables.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TransmissionBenchmark {
    private static final int TANGIBLES = 1_000;
    private static final long FIRST_ID = 1_000;

    /** Of all tangibles together. */
    @Param({"20000"})
    int tables;

    /** Of the same place, each told of the same change; with many, the memory of as many shadows is taken. */
    @Param({"1"})
    int players;

    /** Whether all is compared each time, or what changed. */
    @Param({"false", "true"})
    boolean compareAll;

    private MasterModel master = new MasterModel();
    private Players told = new Players();
    private Table changing = new Table();
    private long count;

    @Setup
    public void build() {
        master = new MasterModel();
        told = new Players();
        for (int i = 0; i < TANGIBLES; i++) {
            Tangible tangible =
                    master.create(FIRST_ID + i, "sheep", AnimationQueue.at(i % 40 - 20, i % 3, i % 37 - 18));
            Table last = tangible.database();
            for (int j = 0; j < tables / TANGIBLES; j++) {
                changing = new Table().put("n", j).put("name", "table").put("weight", j / 8.0);
                last.put("next", changing);
                last = changing;
            }
        }
        TransmissionSettings settings =
                TransmissionSettings.defaults().withRadii(64, 40).withVerifyEvery(compareAll ? 0 : Integer.MAX_VALUE);
        for (int player = 1; player <= players; player++) {
            master.create(player, "player", AnimationQueue.at(player % 10 / 10.0, 0, 0));
        }
        for (int player = 1; player <= players; player++) {
            told.add(master, player, settings);
        }
        told.transmitAll();
    }

    /** One entry of one table changes. */
    @Benchmark
    public int oneChange() {
        count++;
        changing.put("n", count);
        return told.transmitAll();
    }

    /** A tangible becomes close with all its tables, and leaves again. */
    @Benchmark
    public int entersAndLeaves() {
        count++;
        master.tangible(FIRST_ID)
                .ifPresent(tangible -> tangible.setAnimation(AnimationQueue.at(count % 2 * 60.0, 0, 0)));
        return told.transmitAll();
    }

    /** One entry becomes another table. */
    @Benchmark
    public int oneNewTable() {
        changing.put("item", new Table().put("n", 1));
        return told.transmitAll();
    }

    /** Nothing happens. */
    @Benchmark
    public int nothing() {
        return told.transmitAll();
    }

    /** A player steps to and fro, and everything stays in sight. */
    @Benchmark
    public int walking() {
        count++;
        master.tangible(1).ifPresent(player -> player.animate(new AnimationStep("walk", count % 2 / 4.0, 0, 0, 5)));
        return told.transmitAll();
    }
}
