package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.RecordSignatures;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.RefusalCode;
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
}
