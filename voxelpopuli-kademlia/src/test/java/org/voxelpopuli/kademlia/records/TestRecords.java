package org.voxelpopuli.kademlia.records;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.SignatureScheme;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.SimulatedIdentity;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;

/** Writers, records and stores for the tests of this package. */
final class TestRecords {
    static final NodeId KEY = NodeId.sha1Of("a record");
    static final NodeId OWN = NodeId.sha1Of("own");
    static final RecordSignatures ALICE = writer("alice");
    static final RecordSignatures BOB = writer("bob");

    private TestRecords() {}

    static RecordSignatures writer(String name) {
        return new RecordSignatures(SimulatedIdentity.of(name, 0), Compatibility.NONE);
    }

    static DhtRecord signed(RecordSignatures writer, String text, long sequence) {
        return signed(writer, KEY, text, sequence);
    }

    static DhtRecord signed(RecordSignatures writer, NodeId key, String text, long sequence) {
        return writer.sign("value", key, WireValue.of(text), sequence);
    }

    static DhtRecord unsigned(String text) {
        return DhtRecord.unsigned(WireValue.of(text));
    }

    static RecordKind kind(RecordLimits limits, ReplacementRule rule) {
        return new RecordKind("value", limits, 1, rule, value -> {});
    }

    static InetAddress address(String digits) {
        try {
            return InetAddress.getByName(digits);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A store, its clock, its disk, and how often it has verified a signature. */
    static final class Bench {
        final Simulation simulation = new Simulation(71);
        final SimulatedHost host = simulation.newHost("node");
        final MemoryWorldStore disk = new MemoryWorldStore();
        final AtomicInteger verified = new AtomicInteger();
        final RecordKind kind;
        final Compatibility compatibility;
        RecordStore store;

        Bench(RecordKind kind, Compatibility compatibility) {
            this.kind = kind;
            this.compatibility = compatibility;
            this.store = newStore();
        }

        private RecordStore newStore() {
            return new RecordStore(
                    kind, OWN, new RecordSignatures(new Counting(), compatibility), disk.records(), host, key -> true);
        }

        void restart() {
            store = newStore();
            store.load(disk.all(kind.name()).join());
        }

        private final class Counting implements NodeIdentity {
            private final SimulatedIdentity identity = SimulatedIdentity.of("own", 0);

            @Override
            public SignatureScheme scheme() {
                return (publicKey, message, signature) -> {
                    verified.incrementAndGet();
                    return SimulatedIdentity.SCHEME.verify(publicKey, message, signature);
                };
            }

            @Override
            public byte[] publicKey() {
                return identity.publicKey();
            }

            @Override
            public byte[] sign(byte[] message) {
                return identity.sign(message);
            }
        }
    }
}
