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
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.routing.RoutingTable;
import org.voxelpopuli.kademlia.routing.SubnetLimits;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.routing.TableListener;

/** The 20 closest of a table of 3 200 contacts, as full as a table can be. Aim: under 10 us. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ClosestBenchmark {
    private static final int CONTACTS = 3_200;
    /** With 20, the nearest ranges have too few ids for 3 200 contacts. */
    private static final int BUCKET = 21;

    private static final int TARGETS = 1_024;

    @Param({"FIXED", "SPLITTING"})
    private TableLayout layout = TableLayout.FIXED;

    /** Where the targets are: anywhere (as most are), or near our own id, where many buckets must be opened. */
    @Param({"anywhere", "near"})
    private String targets = "";

    private final Random random = new Random(1);
    private final NodeId own = NodeId.random(random);
    private final List<NodeId> asked = new ArrayList<>();
    private RoutingTable table = empty(layout);
    private int next;

    private RoutingTable empty(TableLayout chosen) {
        return chosen.create(
                own,
                BUCKET,
                SubnetLimits.DEFAULT,
                (contact, answered) -> answered.accept(true),
                new TableListener() {},
                random);
    }

    @Setup
    public void fill() throws UnknownHostException {
        table = empty(layout);
        // The far ranges first, as a node meets them.
        for (int bit = NodeId.BITS - 1; table.size() < CONTACTS; bit--) {
            for (int i = 0; i < BUCKET && table.size() < CONTACTS; i++) {
                table.heard(contact(own.randomAtDistance(bit, bit + 1, random)), true, 0);
            }
        }
        for (int i = 0; i < TARGETS; i++) {
            asked.add(targets.equals("near") ? own.randomAtDistance(0, 8, random) : NodeId.random(random));
        }
    }

    private Contact contact(NodeId id) throws UnknownHostException {
        byte[] address = {10, (byte) random.nextInt(256), (byte) random.nextInt(256), (byte) random.nextInt(256)};
        return new Contact(id, new InetSocketAddress(InetAddress.getByAddress(address), 4_000));
    }

    @Benchmark
    public List<Contact> closest20() {
        next = (next + 1) % TARGETS;
        return table.closest(asked.get(next), 20);
    }
}
