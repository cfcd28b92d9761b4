package org.voxelpopuli.kademlia;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.Discard;
import org.voxelpopuli.kademlia.rpc.RpcEndpoint;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.simulation.SimulatedHost;

@DisplayName("Under a flood of 50 000 datagrams a second")
class FloodTest {
    private static final int PER_MILLISECOND = 50;

    private final SimulatedKademlia network = new SimulatedKademlia(5);
    private final Map<Discard, Integer> discarded = new EnumMap<>(Discard.class);
    private final List<DatagramTransport.Socket> attackers = new ArrayList<>();
    private int served;

    @BeforeEach
    void start() {
        network.grow(30);
        network.node("n0").addListener(new KademliaListener() {
            @Override
            public void datagramDiscarded(Discard reason) {
                discarded.merge(reason, 1, Integer::sum);
            }

            @Override
            public void served(String rpc) {
                served++;
            }
        });
    }

    private void addAttacker(int number) {
        byte[] address = ByteBuffer.allocate(4).putInt(0xC6120000 | number).array();
        try {
            SimulatedHost host = network.simulation().newHost("attacker " + number, InetAddress.getByAddress(address));
            attackers.add(network.await(
                    host.datagrams().bind(host.socketAddress(5000), host.worker("flood"), (from, payload) -> {})));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** Floods n0 for two seconds; its neighbours look up what is near it, and each asks it. Returns what they found. */
    private List<CompletableFuture<List<Contact>>> flood() {
        InetSocketAddress victim = network.host("n0").socketAddress(SimulatedKademlia.PORT);
        List<CompletableFuture<List<Contact>>> lookups = new ArrayList<>();
        for (int millisecond = 0; millisecond < 2_000; millisecond++) {
            for (int i = 0; i < PER_MILLISECOND; i++) {
                int sent = millisecond * PER_MILLISECOND + i;
                String ping = "{\"id\":" + sent + ",\"node\":\"" + NodeId.sha1Of("liar " + sent)
                        + "\",\"call\":true,\"rpc\":\"PING\",\"args\":[]}";
                attackers.get(sent % attackers.size()).send(victim, ping.getBytes(UTF_8));
            }
            network.simulation().run(Duration.ofMillis(1));
            if (millisecond % 20 == 0) {
                lookups.add(network.node("n" + (1 + millisecond / 20 % 29))
                        .lookup(network.node("n0").id()));
            }
        }
        return lookups;
    }

    private void assertNeighboursAreServed(List<CompletableFuture<List<Contact>>> lookups, int mostStrangers) {
        NodeId victim = network.node("n0").id();
        assertThat(lookups).hasSize(100).allSatisfy(lookup -> assertThat(network.await(lookup))
                .extracting(Contact::id)
                .contains(victim));
        // Two seconds touch three windows.
        assertThat(served).isLessThan(3 * mostStrangers);
        assertThat(discarded.get(Discard.TOO_MANY)).isGreaterThanOrEqualTo(100_000 - 3 * mostStrangers);
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("from one address the neighbours of a node are served, and the rest is shed unread")
    void fromOneAddress() {
        addAttacker(1);
        assertNeighboursAreServed(flood(), RpcEndpoint.MAX_PER_SOURCE);
    }

    @Test
    @DisplayName("from many forged addresses the neighbours of a node are served, and the rest is shed unread")
    void fromManyAddresses() {
        for (int i = 0; i < 5_000; i++) {
            addAttacker(i);
        }
        assertNeighboursAreServed(flood(), RpcEndpoint.MAX_OF_STRANGERS);
    }
}
