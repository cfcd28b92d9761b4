package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.RecordSignatures;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.Proof;
import org.voxelpopuli.kademlia.wire.RefusalCode;
import org.voxelpopuli.kademlia.wire.ReplyOptions;
import org.voxelpopuli.kademlia.wire.RequestOptions;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.SimulatedIdentity;

@DisplayName("An address that has not proven itself")
class AmplificationTest {
    private static final NodeId KEY = NodeId.sha1Of("key");
    private static final NodeId STRANGER = NodeId.sha1Of("stranger");

    private final SimulatedKademlia network = new SimulatedKademlia(3);
    private final List<byte[]> received = new ArrayList<>();
    private DatagramTransport.Socket socket;
    private InetSocketAddress node;
    private long lastId = 1L << 40;

    @BeforeEach
    void start() {
        network.settings(settings -> settings.network("\u20ac".repeat(KademliaSettings.MAX_NETWORK)));
        network.grow(30);
        SimulatedHost host = network.simulation().newHost("stranger");
        socket = network.await(host.datagrams()
                .bind(host.socketAddress(5000), host.worker("stranger"), (from, payload) -> received.add(payload)));
        node = network.host("n0").socketAddress(SimulatedKademlia.PORT);
    }

    /** Sends a request, and gives what comes to it, pings and other calls left out. */
    private List<byte[]> exchange(byte[] request) {
        received.clear();
        socket.send(node, request);
        network.simulation().run(Duration.ofMillis(200));
        return received.stream()
                .filter(datagram -> !(envelope(datagram) instanceof Envelope.Request))
                .toList();
    }

    private byte[] request(String rpc, List<WireValue> arguments, RequestOptions options) {
        return Dialect.CBOR.codec().encode(new Envelope.Request(++lastId, STRANGER, rpc, arguments, options));
    }

    private static Envelope envelope(byte[] datagram) {
        Dialect dialect = ((Decoded.Accepted<Dialect>) Dialect.of(datagram)).value();
        return ((Decoded.Accepted<Envelope>) dialect.codec().decode(datagram)).value();
    }

    private static List<Contact> contacts(Envelope.Reply reply) {
        try {
            return WireReader.contacts(reply.ret(), "the answer");
        } catch (BadValueException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("gets at most three times the bytes that it sent, and the rest with the token")
    void threeTimes() {
        byte[] request = request("FIND_NODE", List.of(new WireValue.Id(KEY)), RequestOptions.NONE);
        List<byte[]> answers = exchange(request);
        assertThat(answers).hasSize(1);
        // Everything that came counts, the pings of the node that is curious about the stranger too.
        assertThat(answers.get(0)).hasSizeLessThanOrEqualTo(3 * request.length);
        Envelope.Reply first = (Envelope.Reply) envelope(answers.get(0));
        List<Contact> all = new ArrayList<>(contacts(first));
        assertThat(all).isNotEmpty().hasSizeLessThan(20);
        assertThat(first.options().more()).hasValue(all.size());
        RequestOptions token =
                RequestOptions.NONE.withToken(first.options().token().orElseThrow());
        byte[] next = request("FIND_NODE", List.of(new WireValue.Id(KEY), WireValue.of(all.size())), token);
        Envelope.Reply rest = (Envelope.Reply) envelope(exchange(next).get(0));
        all.addAll(contacts(rest));
        assertThat(rest.options().more()).isEmpty();
        assertThat(all).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("gets no more when it is told that it belongs to another network")
    void anotherNetwork() {
        byte[] request = request("PING", List.of(), RequestOptions.NONE.withNetwork(1));
        List<byte[]> answers = exchange(request);
        assertThat(answers).hasSize(1);
        Envelope.Refusal refusal = (Envelope.Refusal) envelope(answers.get(0));
        assertThat(refusal.text()).isEqualTo("this is network '" + "\u20ac".repeat(21) + "...'");
        assertThat(answers.get(0)).hasSizeLessThanOrEqualTo(3 * request.length);
    }

    @Test
    @DisplayName("gets the whole answer at once if its request is long enough")
    void padding() {
        byte[] request = request("FIND_NODE", List.of(new WireValue.Id(KEY)), RequestOptions.NONE.withPadding(150));
        Envelope.Reply reply = (Envelope.Reply) envelope(exchange(request).get(0));
        assertThat(contacts(reply)).hasSize(20);
        assertThat(reply.options().more()).isEmpty();
    }

    @Test
    @DisplayName("cannot store anything without a token of its own")
    void tokens() {
        DhtRecord record = new RecordSignatures(SimulatedIdentity.of("stranger", 0), Compatibility.NONE)
                .sign("value", KEY, WireValue.of("text"), 1);
        List<WireValue> arguments = List.of(
                new WireValue.Id(KEY),
                record.value(),
                record.signature().orElseThrow().write());
        Envelope.Refusal refusal = (Envelope.Refusal) envelope(
                exchange(request("STORE", arguments, RequestOptions.NONE)).get(0));
        assertThat(refusal.code()).isEqualTo(RefusalCode.TOKEN_NEEDED);
        long token = refusal.options().token().orElseThrow();
        assertThat(envelope(exchange(request("STORE", arguments, RequestOptions.NONE.withToken(token + 1)))
                        .get(0)))
                .isInstanceOf(Envelope.Refusal.class);
        assertThat(network.await(network.node("n0").status()).records()).containsEntry("value", 0);
        assertThat(envelope(exchange(request("STORE", arguments, RequestOptions.NONE.withToken(token)))
                        .get(0)))
                .isInstanceOf(Envelope.Reply.class);
        assertThat(network.await(network.node("n0").status()).records()).containsEntry("value", 1);
        // The address stays proven for an hour, the token is good for ten minutes at most.
        network.simulation().run(Duration.ofMinutes(61));
        assertThat(envelope(exchange(request("STORE", arguments, RequestOptions.NONE.withToken(token)))
                        .get(0)))
                .as("a token of an hour ago")
                .isInstanceOf(Envelope.Refusal.class);
    }

    @Test
    @DisplayName("is not told a long name of the network for a short question")
    void names() {
        SimulatedHost host = network.simulation().newHost("named");
        node = host.socketAddress(4000);
        network.await(KademliaNode.builder(host)
                .settings(KademliaSettings.builder()
                        .bind(node)
                        .network("\u4e16\u754c".repeat(30))
                        .build())
                .build()
                .start());
        byte[] request = request("PING", List.of(), RequestOptions.NONE.withNetwork(1));
        byte[] answer = exchange(request).get(0);
        assertThat(answer).hasSizeLessThanOrEqualTo(3 * request.length);
        assertThat(((Envelope.Refusal) envelope(answer)).code()).isEqualTo(RefusalCode.WRONG_NETWORK);
    }

    @Test
    @DisplayName("and tells nothing on each page of its answer is not asked for ever")
    void pagesWithoutEnd() {
        NodeIdentity identity = SimulatedIdentity.of("pages", 8);
        SimulatedHost host = network.simulation().newHost("pages");
        int[] finds = {0};
        int[] more = {0};
        DatagramTransport.Socket[] own = new DatagramTransport.Socket[1];
        own[0] =
                network.await(host.datagrams().bind(host.socketAddress(4000), host.worker("pages"), (from, payload) -> {
                    if (envelope(payload) instanceof Envelope.Request asked) {
                        boolean find = asked.rpc().startsWith("FIND_");
                        ReplyOptions options = ReplyOptions.NONE
                                .withNode(NodeId.of(identity.id()))
                                .withProof(proof(identity, asked));
                        finds[0] += asked.rpc().equals("FIND_VALUE") ? 1 : 0;
                        WireValue result = !find
                                ? new WireValue.Id(NodeId.of(identity.id()))
                                : asked.rpc().equals("FIND_NODE")
                                        ? new WireValue.Contacts(List.of())
                                        : new WireValue.Fields(Map.of("nodes", new WireValue.Contacts(List.of())));
                        own[0].send(
                                from,
                                Dialect.CBOR
                                        .codec()
                                        .encode(new Envelope.Reply(
                                                asked.id(),
                                                Optional.of(asked.rpc()),
                                                result,
                                                find ? options.withMore(++more[0]) : options)));
                    }
                }));
        own[0].send(
                node,
                Dialect.CBOR
                        .codec()
                        .encode(new Envelope.Request(
                                ++lastId, NodeId.of(identity.id()), "PING", List.of(), RequestOptions.NONE)));
        network.simulation().run(Duration.ofSeconds(2));
        finds[0] = 0;
        assertThat(network.await(network.node("n0").lookup(NodeId.of(identity.id()))))
                .hasSize(20);
        assertThat(network.await(network.node("n0").find(NodeId.of(identity.id()))))
                .isEmpty();
        assertThat(finds[0]).isBetween(2, 8);
    }

    /** As the page about the wire says. */
    private static Proof proof(NodeIdentity identity, Envelope.Request asked) {
        byte[] message = ByteBuffer.allocate(18 + 8 + 8 + 40)
                .put("voxelpopuli node 1".getBytes(StandardCharsets.US_ASCII))
                .putLong(asked.options().network().orElse(0))
                .putLong(asked.id())
                .put(asked.node().bytes())
                .put(identity.id())
                .array();
        return new Proof(identity.publicKey(), identity.sign(message));
    }
}
