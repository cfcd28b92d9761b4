package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.CborEnvelopeCodec;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;

class DialectsTest {
    private static final int NODES = 100;
    private static final int LOOKUPS = 200;
    private static final int WARM_UP = 2_000;

    private final List<byte[]> datagrams = new ArrayList<>();

    private SimulatedKademlia network(long seed) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.simulation().network().add((packet, random, next) -> {
            datagrams.add(packet.payload());
            next.accept(packet);
        });
        return network;
    }

    private static void look(SimulatedKademlia network, int lookups, int k) {
        RandomGenerator random = network.simulation().random("lookups");
        for (int i = 0; i < lookups; i++) {
            NodeId key = NodeId.random(random);
            KademliaNode node =
                    network.nodes().get(random.nextInt(network.nodes().size()));
            assertThat(network.await(node.lookup(key)))
                    .as("lookup %d, seed %d", i, network.simulation().seed())
                    .extracting(Contact::id)
                    .isEqualTo(network.trulyClosest(key, k));
        }
    }

    private long bytesOfLookups(Dialect dialect) {
        SimulatedKademlia network = network(7);
        network.settings(s ->
                s.dialect(dialect).compatibility(dialect == Dialect.JSON ? Compatibility.SEED : Compatibility.NONE));
        network.grow(NODES);
        // Two nodes that meet for the first time in a lookup make room for the answer, and the second time show a
        // token.
        look(network, WARM_UP, 20);
        datagrams.clear();
        look(network, LOOKUPS, 20);
        return datagrams.stream().mapToLong(datagram -> datagram.length).sum();
    }

    @Test
    @DisplayName(
            "A lookup in CBOR takes at most 40 % of the bytes that it takes in JSON, once the nodes know each other")
    void cborIsSmall() {
        long json = bytesOfLookups(Dialect.JSON);
        long cbor = bytesOfLookups(Dialect.CBOR);
        assertThat((double) cbor / json).isLessThanOrEqualTo(0.40);
    }

    @Test
    @DisplayName("Nodes that ask in JSON and nodes that ask in CBOR are one network")
    void oneNetworkOfBothDialects() {
        SimulatedKademlia network = network(11);
        int[] count = {0};
        network.settings(
                s -> s.compatibility(Compatibility.SEED).dialect(count[0]++ % 2 == 0 ? Dialect.JSON : Dialect.CBOR));
        network.grow(40);
        look(network, 100, 20);
        for (int i = 0; i < 40; i++) {
            NodeId key = NodeId.sha1Of("key " + i);
            assertThat(network.await(network.node("n" + i).store(key, "value " + i)))
                    .isEqualTo(20);
            assertThat(network.await(network.node("n" + (39 - i)).find(key))).isEqualTo(Optional.of("value " + i));
        }
        assertThat(network.simulation().failures()).isEmpty();
    }

    private static InetAddress ipv6(int number) {
        byte[] bytes = new byte[16];
        // Each in a /56 of its own.
        ByteBuffer.wrap(bytes).putInt(0x20010DB8).putShort((short) number).put(15, (byte) 1);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName(
            "No datagram is longer than 1232 bytes: answers with 64 contacts of IPv6 come in pages, in mixed networks too")
    void longAnswersArePaged() {
        SimulatedKademlia network = network(13);
        network.settings(s -> s.k(64));
        network.addresses(name -> {
            int number = Integer.parseInt(name.substring(1));
            try {
                return number % 4 == 0 ? InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number}) : ipv6(number);
            } catch (UnknownHostException e) {
                throw new AssertionError(e);
            }
        });
        network.grow(120);
        look(network, 40, 64);
        List<Integer> lengths =
                datagrams.stream().map(datagram -> datagram.length).toList();
        assertThat(lengths)
                .allSatisfy(bytes -> assertThat(bytes).isLessThanOrEqualTo(CborEnvelopeCodec.MAX_CBOR_DATAGRAM))
                .anySatisfy(bytes -> assertThat(bytes).isGreaterThan(1_150));
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("A peer that begins to speak the other dialect is understood again after one call without an answer")
    void aPeerThatChangesItsDialect() {
        SimulatedKademlia network = network(17);
        network.settings(s -> s.compatibility(Compatibility.SEED));
        network.grow(3);
        RawPeer seed =
                new RawPeer(network.simulation(), "seed", network.host("n0").socketAddress(4000));
        seed.answerHonestly();
        seed.exchange(seed.request(1, "PING", "[]"));
        network.simulation().run(Duration.ofSeconds(5));
        assertThat(network.status("n0").buckets())
                .flatExtracting(KademliaStatus.Bucket::contacts)
                .extracting(KademliaStatus.ContactStatus::id)
                .contains(seed.id().toString());
        CompletableFuture<List<Contact>> found = network.node("n0").lookup(seed.id());
        assertThat(network.await(found)).extracting(Contact::id).contains(seed.id());
    }
}
