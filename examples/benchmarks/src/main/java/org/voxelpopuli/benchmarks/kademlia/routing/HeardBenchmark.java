package org.voxelpopuli.benchmarks.kademlia.routing;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.routing.RoutingTable;
import org.voxelpopuli.kademlia.routing.SubnetLimits;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.routing.TableListener;

/** What the table does when a node is heard: it comes in, it is known, or there is no place for it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HeardBenchmark {
    private static final int NODES = 2_000;
    private static final int BUCKET = 20;

    private final Random random = new Random(1);
    private final NodeId own = NodeId.random(random);
    private final List<Contact> nodes = new ArrayList<>();
    private final RoutingTable full = empty();

    private RoutingTable empty() {
        return TableLayout.FIXED.create(
                own,
                BUCKET,
                SubnetLimits.DEFAULT,
                (contact, answered) -> answered.accept(true),
                new TableListener() {},
                random);
    }

    @Setup
    public void meet() throws UnknownHostException {
        for (int i = 0; i < NODES; i++) {
            byte[] address = {10, (byte) random.nextInt(256), (byte) random.nextInt(256), (byte) random.nextInt(256)};
            nodes.add(new Contact(
                    NodeId.random(random), new InetSocketAddress(InetAddress.getByAddress(address), 4_000)));
        }
        nodes.forEach(node -> full.heard(node, true, 0));
    }

    /** A table meets all nodes. */
    @Benchmark
    @OperationsPerInvocation(NODES)
    public RoutingTable insert() {
        RoutingTable table = empty();
        nodes.forEach(node -> table.heard(node, true, 0));
        return table;
    }

    /** All nodes are heard again. */
    @Benchmark
    @OperationsPerInvocation(NODES)
    public RoutingTable heardAgain() {
        nodes.forEach(node -> full.heard(node, true, 1));
        return full;
    }
}
