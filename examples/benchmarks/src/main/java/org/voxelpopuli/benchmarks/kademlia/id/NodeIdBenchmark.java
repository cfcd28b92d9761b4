package org.voxelpopuli.benchmarks.kademlia.id;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.kademlia.id.NodeId;

/** The XOR metric. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NodeIdBenchmark {
    private static final int IDS = 1_024;

    private final NodeId[] ids = randomIds();

    private static NodeId[] randomIds() {
        Random random = new Random(1);
        NodeId[] ids = new NodeId[IDS + 2];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = NodeId.random(random);
        }
        return ids;
    }

    /** Which of two is closer to a third. */
    @Benchmark
    @OperationsPerInvocation(IDS)
    public int compareDistance() {
        int sum = 0;
        for (int i = 0; i < IDS; i++) {
            sum += ids[i].compareDistance(ids[i + 1], ids[i + 2]);
        }
        return sum;
    }

    /** In which bucket a contact belongs. */
    @Benchmark
    @OperationsPerInvocation(IDS)
    public int distanceBit() {
        int sum = 0;
        for (int i = 0; i < IDS; i++) {
            sum += ids[i].distanceBit(ids[i + 1]);
        }
        return sum;
    }

    /** The key of a chunk. */
    @Benchmark
    public NodeId sha1() {
        return NodeId.sha1Of("-12,0,345");
    }
}
