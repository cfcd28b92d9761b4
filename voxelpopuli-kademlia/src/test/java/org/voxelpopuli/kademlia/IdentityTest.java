package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.SignatureScheme;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.Discard;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.simulation.DatagramLoss;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.SimulatedIdentity;

@DisplayName("D9 who takes part")
class IdentityTest {
    private static final String SECRET = "correct horse battery";

    private final SimulatedKademlia network = new SimulatedKademlia(23);

    private final Map<String, SimulatedHost> hosts = new HashMap<>();

    private KademliaNode start(String name, NodeIdentity identity, KademliaSettings.Builder settings) {
        SimulatedHost host = network.simulation().newHost(name);
        hosts.put(name, host);
        KademliaNode node = KademliaNode.builder(host)
                .settings(settings.bind(host.socketAddress(4000))
                        .bootstrap(network.address("n0"))
                        .build())
                .identity(identity)
                .build();
        network.await(node.start());
        return node;
    }

    private static NodeIdentity identity(String name) {
        return SimulatedIdentity.of(name, 8);
    }

    private List<NodeId> knownTo(String name) {
        return network.status(name).buckets().stream()
                .flatMap(bucket -> bucket.contacts().stream())
                .map(contact -> NodeId.parse(contact.id()))
                .toList();
    }

    @Test
    void whoCannotProveItsIdGetsNoPlaceAndIsNotFound() {
        network.grow(8);
        NodeId chosen = NodeId.of(identity("real").id());
        KademliaNode liar = start("liar", new ChosenId(chosen), KademliaSettings.builder());
        List<String> outcomes = new ArrayList<>();
        network.node("n0").addListener(new KademliaListener() {
            @Override
            public void called(String rpc, RpcOutcome outcome, long nanos) {
                outcomes.add(rpc + " " + outcome);
            }
        });
        network.await(liar.bootstrap());
        network.simulation().run(Duration.ofMinutes(2));
        assertThat(outcomes).contains("PING UNPROVEN");
        for (String name : network.names()) {
            assertThat(knownTo(name)).as(name).doesNotContain(chosen).hasSize(7);
            assertThat(network.await(network.node(name).lookup(chosen)))
                    .extracting(contact -> contact.id())
                    .doesNotContain(chosen);
        }
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    void whoShowsAnothersKeyIsRefused() {
        network.grow(4);
        NodeIdentity stolen = new NodeIdentity() {
            private final NodeIdentity victim = network.identity("n3");

            @Override
            public SignatureScheme scheme() {
                return SimulatedIdentity.SCHEME;
            }

            @Override
            public byte[] publicKey() {
                return victim.publicKey();
            }

            @Override
            public byte[] sign(byte[] message) {
                return identity("thief").sign(message);
            }
        };
        KademliaNode thief = start("thief", stolen, KademliaSettings.builder());
        network.await(thief.bootstrap());
        network.crash("n3");
        network.simulation().run(Duration.ofMinutes(5));
        assertThat(knownTo("n0")).doesNotContain(NodeId.of(stolen.id()));
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    void anIdThatDidNotCostEnoughIsNotEvenAsked() {
        network.settings(settings -> settings.puzzleBits(12));
        network.grow(4);
        NodeIdentity cheap = identity("cheap 2");
        KademliaNode node = start("cheap", cheap, KademliaSettings.builder().puzzleBits(0));
        InetAddress cheapHost = hosts.get("cheap").address();
        int[] requests = {0};
        network.simulation().network().add((packet, random, next) -> {
            requests[0] += packet.to().getAddress().equals(cheapHost) && packet.payload()[1] == 1 ? 1 : 0;
            next.accept(packet);
        });
        network.await(node.bootstrap());
        assertThat(requests[0]).isZero();
        assertThat(knownTo("n0")).doesNotContain(NodeId.of(cheap.id())).hasSize(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KademliaNode.builder(network.simulation().newHost("another"))
                        .settings(KademliaSettings.builder().puzzleBits(12).build())
                        .identity(cheap)
                        .build())
                .withMessageContaining("easier puzzle than the 12 bits");
    }

    @Test
    @DisplayName("D13 nodes of two networks do not meet, and say why")
    void anotherNetworkIsNamed() {
        network.settings(settings -> settings.network("ours"));
        network.grow(5);
        KademliaNode stranger = start(
                "stranger", identity("stranger"), KademliaSettings.builder().network("theirs"));
        assertThat(network.await(stranger.bootstrap())).isFalse();
        network.simulation().run(Duration.ofSeconds(20));
        assertThat(network.await(stranger.status()).bootstrap())
                .isEqualTo("alone, still trying " + network.address("n0")
                        + " (belongs to another network, and says: this is network 'ours')");
        assertThat(network.await(stranger.status()).contacts()).isZero();
        for (String name : network.names()) {
            assertThat(knownTo(name)).doesNotContain(stranger.id());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"voxelpopuli, terrain seed 0, day of 1200 s", "\ud83d\ude00\ud83d\ude00"})
    void theNameOfANetworkIsToldWhole(String name) {
        assertThat(toldOf(name)).endsWith("(belongs to another network, and says: this is network '" + name + "')");
    }

    @Test
    void ofALongNameOfANetworkTheBeginningIsTold() {
        assertThat(toldOf("\ud83d\ude00".repeat(17))).endsWith("'" + "\ud83d\ude00".repeat(16) + "...')");
    }

    /** How it goes for a node of network "theirs" that wants to join one of that name. */
    private String toldOf(String name) {
        network.settings(settings -> settings.network(name));
        network.grow(1);
        KademliaNode stranger = start(
                "stranger", identity("stranger"), KademliaSettings.builder().network("theirs"));
        assertThat(network.await(stranger.bootstrap())).isFalse();
        return network.await(stranger.status()).bootstrap();
    }

    @Test
    void whoWantsAHarderPuzzleIsToldSo() {
        network.grow(1);
        KademliaNode strict = start(
                "strict",
                SimulatedIdentity.of("strict", 16),
                KademliaSettings.builder().puzzleBits(16));
        assertThat(network.await(strict.bootstrap())).isFalse();
        assertThat(network.await(strict.status()).bootstrap())
                .isEqualTo("alone, still trying " + network.address("n0")
                        + " (has an id made for an easier puzzle than that of this node)");
    }

    @Test
    void withoutTheSecretNobodyIsHeard() {
        network.settings(settings -> settings.secret(SECRET));
        network.grow(5);
        List<Discard> discards = new ArrayList<>();
        network.node("n0").addListener(new KademliaListener() {
            @Override
            public void datagramDiscarded(Discard reason) {
                discards.add(reason);
            }
        });
        for (KademliaSettings.Builder settings : List.of(
                KademliaSettings.builder(),
                KademliaSettings.builder().secret("another secret of theirs"),
                KademliaSettings.builder().compatibility(Compatibility.SEED))) {
            discards.clear();
            String name = "stranger " + settings.build().compatibility()
                    + settings.build().secret();
            KademliaNode stranger = start(name, identity(name), settings);
            assertThat(network.await(stranger.bootstrap())).isFalse();
            assertThat(discards).isNotEmpty().containsOnly(Discard.WRONG_SECRET);
        }
        NodeId key = NodeId.sha1Of("key");
        assertThat(network.await(network.node("n1").store(key, "x".repeat(900))))
                .isEqualTo(5);
        assertThat(network.await(network.node("n4").find(key))).isEqualTo(Optional.of("x".repeat(900)));
    }

    @Test
    void seedPeersAreNotReadUnlessAsked() {
        network.grow(2);
        List<Discard> discards = new ArrayList<>();
        network.node("n0").addListener(new KademliaListener() {
            @Override
            public void datagramDiscarded(Discard reason) {
                discards.add(reason);
            }
        });
        RawPeer seed =
                new RawPeer(network.simulation(), "seed", network.host("n0").socketAddress(4000));
        assertThat(seed.exchange(seed.request(1, "PING", "[]"))).isEmpty();
        assertThat(discards).containsExactly(Discard.OTHER_DIALECT);
    }

    @Test
    void whereDatagramsAreLostNobodyIsTakenForALiar() {
        Map<RpcOutcome, Integer> outcomes = new EnumMap<>(RpcOutcome.class);
        network.onBuild(node -> node.addListener(new KademliaListener() {
            @Override
            public void called(String rpc, RpcOutcome outcome, long nanos) {
                outcomes.merge(outcome, 1, Integer::sum);
            }
        }));
        network.grow(60);
        network.simulation().network().add(new DatagramLoss(0.1));
        network.lookUp("in the rain", 300, Duration.ofMillis(10));
        network.simulation().run(Duration.ofMinutes(90));
        network.lookUp("when proofs are due again", 300, Duration.ofMillis(10));
        assertThat(outcomes).containsKeys(RpcOutcome.ANSWERED, RpcOutcome.TIMED_OUT);
        assertThat(outcomes).doesNotContainKey(RpcOutcome.UNPROVEN);
    }

    @Test
    void settingsThatContradictEachOtherAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> KademliaSettings.builder().dialect(Dialect.JSON).build())
                .withMessageContaining("json with compatibility seed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KademliaSettings.builder()
                        .compatibility(Compatibility.SEED)
                        .dialect(Dialect.P2PLAY)
                        .build())
                .withMessageContaining("p2play with compatibility p2play");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KademliaSettings.builder()
                        .compatibility(Compatibility.SEED)
                        .secret(SECRET)
                        .build())
                .withMessageContaining("seed peers cannot show");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KademliaSettings.builder().secret("short").build())
                .withMessageContaining("16..256");
        assertThat(KademliaSettings.builder().secret(SECRET).build()).asString().doesNotContain("horse");
    }
}
