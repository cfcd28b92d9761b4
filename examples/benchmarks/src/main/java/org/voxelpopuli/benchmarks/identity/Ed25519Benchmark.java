package org.voxelpopuli.benchmarks.identity;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;

/** What a proof of identity costs: it is made once, and verified once, for two nodes that meet, and again each hour. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Ed25519Benchmark {
    /** As long as what a proof signs. */
    private final byte[] message = new byte[74];

    private final NodeIdentity identity = Ed25519.generate(0);
    private final byte[] publicKey = identity.publicKey();
    private final byte[] signature = identity.sign(message);
    private final byte[] id = identity.id();

    /** A key pair, of which a puzzle of n bits needs 2^n on average. */
    @Benchmark
    public NodeIdentity generate() {
        return Ed25519.generate(0);
    }

    @Benchmark
    public byte[] sign() {
        return identity.sign(message);
    }

    @Benchmark
    public boolean verify() {
        return Ed25519.SCHEME.verify(publicKey, message, signature);
    }

    /** Whether an id has cost what it should. */
    @Benchmark
    public boolean puzzle() {
        return IdPuzzle.isSolvedBy(id, 8);
    }
}
