package org.voxelpopuli.benchmarks.kademlia.wire;

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
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Decoded;

/** The answer that nodes spend most of their time on, from the contacts to the datagram and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FindNodeReplyBenchmark {
    private static final int CONTACTS = 20;

    @Param({"JSON", "CBOR"})
    private Dialect dialect = Dialect.JSON;

    private final Random random = new Random(1);
    private final NodeId node = NodeId.random(random);
    private final List<Contact> contacts = contacts(random);
    private byte[] datagram = {};

    static List<Contact> contacts(Random random) {
        List<Contact> contacts = new ArrayList<>();
        for (int i = 0; i < CONTACTS; i++) {
            byte[] address = {(byte) 192, (byte) 168, 17, (byte) i};
            try {
                contacts.add(new Contact(
                        NodeId.random(random), new InetSocketAddress(InetAddress.getByAddress(address), 4_000)));
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
            }
        }
        return contacts;
    }

    @Setup
    public void check() throws BadValueException {
        datagram = encodeContacts();
        if (!decodeContacts().equals(contacts)) {
            throw new IllegalStateException("the contacts are not understood");
        }
    }

    @Benchmark
    public byte[] encodeContacts() {
        return dialect.codec()
                .encode(new Envelope.Reply(0xFEDC_BA98L, node, "FIND_NODE", new WireValue.Contacts(contacts)));
    }

    @Benchmark
    public List<Contact> decodeContacts() throws BadValueException {
        if (dialect.codec().decode(datagram) instanceof Decoded.Accepted<Envelope> accepted
                && accepted.value() instanceof Envelope.Reply reply) {
            return WireReader.contacts(reply.ret(), "nodes");
        }
        throw new IllegalStateException("the datagram is not understood");
    }
}
