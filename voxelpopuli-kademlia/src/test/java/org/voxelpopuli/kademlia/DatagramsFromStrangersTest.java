package org.voxelpopuli.kademlia;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.Discard;
import org.voxelpopuli.kademlia.rpc.RpcEndpoint;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.simulation.SeededRandom;

/** Whatever comes in, the node answers the next good request, and holds nothing more than before. */
class DatagramsFromStrangersTest {
    private static final String KEY = "79612e4393d881028d706abb3dcfb841c898d7bf";

    private final SimulatedKademlia network = new SimulatedKademlia(45);
    private final Map<Discard, Integer> discarded = new EnumMap<>(Discard.class);
    private final List<String> outcomes = new ArrayList<>();
    private KademliaNode node;
    private RawPeer peer;
    private int answered;
    private int sent;

    @BeforeEach
    void start() {
        network.simulation().network().latency(Duration.ofMillis(5), Duration.ofMillis(10));
        network.settings(settings -> settings.compatibility(Compatibility.SEED));
        node = network.start("node");
        node.addListener(new KademliaListener() {
            @Override
            public void datagramDiscarded(Discard reason) {
                discarded.merge(reason, 1, Integer::sum);
            }

            @Override
            public void datagramSent(int bytes) {
                sent++;
            }

            @Override
            public void served(String rpc) {
                answered++;
            }

            @Override
            public void called(String rpc, RpcOutcome outcome, long nanos) {
                outcomes.add(rpc + " " + outcome);
            }
        });
        peer = newPeer("peer");
        peer.answerHonestly();
        peer.exchange(peer.request(1, "PING", "[]"));
        network.simulation().run(Duration.ofSeconds(5));
        discarded.clear();
        outcomes.clear();
        answered = 0;
    }

    private RawPeer newPeer(String name) {
        return new RawPeer(network.simulation(), name, network.host("node").socketAddress(SimulatedKademlia.PORT));
    }

    @AfterEach
    void allIsWell() {
        peer.answerHonestly();
        assertThat(peer.exchange(peer.request(77, "PING", "[]")))
                .contains("{\"id\":77,\"node\":\"" + node.id() + "\",\"call\":false,\"rpc\":\"PING\",\"ret\":\""
                        + node.id() + "\"}");
        network.simulation().run(Duration.ofSeconds(5));
        KademliaStatus status = network.status("node");
        assertThat(status.callsInFlight()).isZero();
        assertThat(status.lookupsInFlight()).isZero();
        assertThat(status.buckets())
                .flatExtracting(KademliaStatus.Bucket::contacts)
                .hasSizeLessThanOrEqualTo(1);
        assertThat(network.simulation().failures()).isEmpty();
    }

    private void assertDiscarded(Discard reason, byte[] datagram) {
        int before = discarded.getOrDefault(reason, 0);
        answered = 0;
        peer.received().clear();
        peer.send(datagram);
        network.simulation().run(Duration.ofMillis(100));
        assertThat(discarded.getOrDefault(reason, 0)).as(reason.toString()).isEqualTo(before + 1);
        assertThat(answered).as("bad datagrams are not answered").isZero();
    }

    private void assertDiscarded(Discard reason, String datagram) {
        assertDiscarded(reason, datagram.getBytes(UTF_8));
    }

    @Test
    void junkAndTruncatedDatagrams() {
        SeededRandom.forEachSeed(3, (seed, random) -> {
            for (int i = 0; i < 200; i++) {
                byte[] junk = new byte[random.nextInt(1_500)];
                random.nextBytes(junk);
                assertDiscarded(Discard.MALFORMED, junk);
            }
        });
        String good = peer.request(5, "FIND_NODE", "[\"" + KEY + "\"]");
        for (int i = 1; i < good.length(); i++) {
            assertDiscarded(Discard.MALFORMED, good.substring(0, i));
        }
    }

    @Test
    void deepNestingAndBlobs() {
        assertDiscarded(Discard.TOO_LARGE, peer.request(5, "PING", "[".repeat(7_000) + "]".repeat(7_000)));
        assertDiscarded(Discard.TOO_LARGE, peer.request(5, "PING", "[".repeat(17) + "]".repeat(17)));
        assertDiscarded(Discard.TOO_LARGE, peer.request(5, "PING", "[".repeat(10_000) + "]".repeat(10_000)));
        assertDiscarded(Discard.TOO_LARGE, new byte[65_507]);
        assertDiscarded(
                Discard.TOO_LARGE, peer.request(5, "STORE", "[\"" + KEY + "\",\"" + "x".repeat(60_000) + "\"]"));
    }

    @Test
    @DisplayName("V4.2 unknown procedures and wrong arguments are not answered")
    void wrongCalls() {
        for (String rpc : List.of("", "ping", "FIND_NODES", "toString", "register", "\\u0000", "x".repeat(64))) {
            assertDiscarded(Discard.UNKNOWN_RPC, peer.request(5, rpc, "[]"));
        }
        assertDiscarded(Discard.BAD_ARGUMENTS, peer.request(5, "PING", "[1]"));
        for (String args : List.of(
                "[]",
                "[1]",
                "[null]",
                "[\"\"]",
                "[\"" + KEY + "0\"]",
                "[\"zz" + KEY.substring(2) + "\"]",
                "[[\"" + KEY + "\"]]",
                "[\"" + KEY + "\",-1]",
                "[\"" + KEY + "\",\"1\"]",
                "[\"" + KEY + "\",1001]",
                "[\"" + KEY + "\",1,2]")) {
            assertDiscarded(Discard.BAD_ARGUMENTS, peer.request(5, "FIND_NODE", args));
        }
        for (String value : List.of("1", "null", "[]", "{}", "\"" + "\\u0001".repeat(2_000) + "\"")) {
            assertDiscarded(Discard.BAD_ARGUMENTS, peer.request(5, "STORE", "[\"" + KEY + "\"," + value + "]"));
        }
    }

    @Test
    @DisplayName("V4.2 replies that nobody asked for are discarded")
    void repliesNeverAskedFor() {
        for (long id = 0; id < 500; id++) {
            assertDiscarded(Discard.NOT_PENDING, peer.reply(Long.toString(id), "PING", "\"" + peer.id() + "\""));
        }
    }

    /** Makes the node call the peer, and gives the id of the call. */
    private String callId() {
        return peer.received().get(peer.received().size() - 1).replaceFirst("\\{\"id\":(\\d+),.*", "$1");
    }

    private CompletableFuture<List<Contact>> startLookup() {
        peer.received().clear();
        peer.answer(rpc -> rpc.equals("PING") ? "\"" + peer.id() + "\"" : null);
        CompletableFuture<List<Contact>> lookup = node.lookup(NodeId.parse(KEY));
        network.simulation().runUntil(() -> !peer.received().isEmpty(), Duration.ofSeconds(1));
        return lookup;
    }

    @Test
    @DisplayName("V4.2 a reply from another address than was asked is discarded")
    void aReplyFromAnotherAddress() {
        CompletableFuture<List<Contact>> lookup = startLookup();
        RawPeer impostor = newPeer("impostor");
        String forged = peer.reply(callId(), "FIND_NODE", "[[\"10.66.6.6\",4000,\"" + KEY + "\"]]");
        impostor.send(forged);
        network.simulation().run(Duration.ofMillis(50));
        assertThat(discarded).containsEntry(Discard.WRONG_SENDER, 1);
        peer.send(peer.reply(callId(), "PING", "\"" + peer.id() + "\""));
        network.simulation().run(Duration.ofMillis(50));
        assertThat(discarded).as("the name of another procedure").containsEntry(Discard.WRONG_SENDER, 2);
        peer.send(peer.reply(callId(), "FIND_NODE", "[]"));
        assertThat(network.await(lookup)).extracting(Contact::id).containsExactlyInAnyOrder(peer.id(), node.id());
    }

    @Test
    @DisplayName("V4.3 late and repeated replies change nothing")
    void lateAndRepeatedReplies() {
        CompletableFuture<List<Contact>> lookup = startLookup();
        String id = callId();
        peer.send(peer.reply(id, "FIND_NODE", "[]"));
        peer.send(peer.reply(id, "FIND_NODE", "[]"));
        assertThat(network.await(lookup)).hasSize(2);
        network.simulation().run(Duration.ofMillis(100));
        assertThat(discarded).containsEntry(Discard.NOT_PENDING, 1);

        lookup = startLookup();
        id = callId();
        assertThat(network.await(lookup)).extracting(Contact::id).containsExactly(node.id());
        assertDiscarded(Discard.NOT_PENDING, peer.reply(id, "FIND_NODE", "[]"));
        assertThat(outcomes).contains("FIND_NODE TIMED_OUT", "FIND_NODE ANSWERED");
    }

    @Test
    void repliesOfTheWrongShapeCountAsNone() {
        for (String result : List.of(
                "null",
                "7",
                "{}",
                "[7]",
                "[[]]",
                "[[\"localhost\",4000,\"" + KEY + "\"]]",
                "[[\"1.2.3.4\",-1,\"" + KEY + "\"]]")) {
            CompletableFuture<List<Contact>> lookup = startLookup();
            peer.send(peer.reply(callId(), "FIND_NODE", result));
            assertThat(network.await(lookup)).extracting(Contact::id).doesNotContain(peer.id());
            // Two in a row would rightly remove it.
            peer.answerHonestly();
            network.await(node.lookup(NodeId.parse(KEY)));
        }
        assertThat(outcomes).filteredOn("FIND_NODE BAD_ANSWER"::equals).hasSize(7);
    }

    @Test
    void contactsThatMustNotBeAskedAreNotAsked() {
        CompletableFuture<List<Contact>> lookup = startLookup();
        String own = node.id().toString();
        StringBuilder contacts = new StringBuilder("[[\"10.0.0.1\",4000,\"" + own + "\"]");
        for (String host : List.of("255.255.255.255", "224.0.0.1", "0.0.0.0", "127.0.0.1", "::1", "ff02::1")) {
            contacts.append(",[\"" + host + "\",4000,\"" + NodeId.sha1Of(host) + "\"]");
        }
        contacts.append(",[\"10.9.9.9\",0,\"" + KEY + "\"]]");
        sent = 0;
        peer.send(peer.reply(callId(), "FIND_NODE", contacts.toString()));
        assertThat(network.await(lookup)).hasSize(2);
        assertThat(sent).isZero();
    }

    @Test
    void anAnswerWithAnotherIdRemovesTheOldContact() {
        NodeId other = NodeId.sha1Of("restarted with a new id");
        CompletableFuture<List<Contact>> lookup = startLookup();
        peer.send(peer.reply(callId(), "FIND_NODE", "[]").replace(peer.id().toString(), other.toString()));
        network.await(lookup);
        KademliaStatus status = network.status("node");
        assertThat(status.buckets())
                .flatExtracting(KademliaStatus.Bucket::contacts)
                .extracting(KademliaStatus.ContactStatus::id)
                .containsExactly(other.toString());
        assertThat(outcomes).contains("FIND_NODE WRONG_NODE");
        // So that the table is as the other tests leave it: the old id is back.
        lookup = startLookup();
        peer.send(peer.reply(callId(), "FIND_NODE", "[]"));
        network.await(lookup);
    }

    @Test
    void aFloodFromOneSourceIsCutOff() {
        for (int i = 0; i < RpcEndpoint.MAX_PER_SOURCE + 500; i++) {
            peer.send(peer.request(1, "PING", "[]"));
        }
        network.simulation().run(Duration.ofMillis(500));
        assertThat(discarded.get(Discard.TOO_MANY)).isBetween(450, 600);
        network.simulation().run(Duration.ofSeconds(1));
    }

    @Test
    void strangersThatNeverAnswerLeaveTheTableAgain() {
        String template = peer.request(1, "PING", "[]");
        SeededRandom.forEachSeed(1, (seed, random) -> {
            for (int i = 0; i < 3_000; i++) {
                peer.send(template.replace(
                        peer.id().toString(), NodeId.random(random).toString()));
                if (i % 500 == 0) {
                    network.simulation().run(Duration.ofSeconds(1));
                }
            }
        });
        peer.answer(rpc -> null);
        network.simulation().run(Duration.ofMinutes(5));
        peer.answer(rpc -> "\"" + peer.id() + "\"");
        network.simulation().run(Duration.ofMinutes(2));
    }

    @Test
    void recordsAreBoundedInNumber() {
        IntStream.range(0, 12_000).forEach(i -> {
            peer.send(peer.request(1, "STORE", "[\"" + NodeId.sha1Of("k" + i) + "\",\"v\"]"));
            if (i % 4_000 == 0) {
                network.simulation().run(Duration.ofSeconds(2));
            }
        });
        network.simulation().run(Duration.ofSeconds(2));
        assertThat(network.status("node").records()).containsEntry("value", 10_000);
        // Those nearest to us are kept.
        NodeId nearest = IntStream.range(0, 12_000)
                .mapToObj(i -> NodeId.sha1Of("k" + i))
                .min((a, b) -> node.id().compareDistance(a, b))
                .orElseThrow();
        assertThat(network.await(node.find(nearest))).isEqualTo(Optional.of("v"));
    }
}
