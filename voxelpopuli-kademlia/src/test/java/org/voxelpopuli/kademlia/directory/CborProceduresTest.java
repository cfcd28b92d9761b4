package org.voxelpopuli.kademlia.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.FindRecordRpc;
import org.voxelpopuli.kademlia.records.FindValueRpc;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.records.RecordLimits;
import org.voxelpopuli.kademlia.records.RecordSignatures;
import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.records.SignedRule;
import org.voxelpopuli.kademlia.records.StoreRecordRpc;
import org.voxelpopuli.kademlia.records.StoreValueRpc;
import org.voxelpopuli.kademlia.rpc.FindNodeRpc;
import org.voxelpopuli.kademlia.rpc.PingRpc;
import org.voxelpopuli.kademlia.rpc.Rpc;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.CborGolden;
import org.voxelpopuli.kademlia.wire.CborGolden.Golden;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.ReplyOptions;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;

/** What the procedures say in CBOR, held against the golden bytes. */
class CborProceduresTest {
    private static final NodeId OWN = NodeId.sha1Of("own");
    private static final RecordKind VALUE =
            new RecordKind("value", RecordLimits.of(10, 10_000), 1, SignedRule.OWNED, value -> {});

    private final SimulatedHost host = new Simulation(1).newHost("node");
    private final List<Rpc<?, ?>> procedures = List.of(
            new PingRpc(OWN),
            new FindNodeRpc(arguments -> closest(arguments.key())),
            new StoreValueRpc(store(VALUE)),
            new FindValueRpc(store(VALUE), CborProceduresTest::closest),
            new StoreChunkRpc(store(ChunkRecords.KIND)),
            new FindChunkRpc(store(ChunkRecords.KIND), CborProceduresTest::closest),
            new FindClaimRpc(key -> Optional.empty()),
            new StorePlayerRpc(store(PlayerRecords.KIND)),
            new FindPlayerRpc(store(PlayerRecords.KIND), CborProceduresTest::closest),
            // Of another package, where they add nothing but their names.
            new StoreRecordRpc("STORE_ROUTE", store(VALUE)) {},
            new FindRecordRpc("FIND_ROUTE", store(VALUE), CborProceduresTest::closest) {});

    private static List<Contact> closest(NodeId id) {
        return List.of();
    }

    private RecordStore store(RecordKind kind) {
        return new RecordStore(
                kind,
                OWN,
                new RecordSignatures(Ed25519.generate(0), Compatibility.SEED),
                new MemoryWorldStore().records(),
                host,
                key -> true);
    }

    @Test
    @DisplayName("V4.5 every procedure of a node is checked here")
    void allAreHere() {
        KademliaNode node = KademliaNode.builder(host).build();
        var unused = new KademliaDirectory(
                node, host, new FakeGameServers(), KademliaSettings.builder().build());
        assertThat(procedures.stream().map(Rpc::name).collect(Collectors.toSet()))
                .isEqualTo(node.procedures());
    }

    @Test
    @DisplayName("D5 each procedure reads and writes its golden bytes, and means the same in both dialects")
    void goldenBytes() throws BadValueException {
        for (Rpc<?, ?> procedure : procedures) {
            checkRequest(procedure);
            checkReplies(procedure);
        }
    }

    private static <A, R> void checkRequest(Rpc<A, R> procedure) throws BadValueException {
        List<Golden> goldens = goldens(procedure.name() + " request");
        for (Golden golden : goldens) {
            A arguments = procedure.readArguments(((Envelope.Request) decode(Dialect.CBOR, golden.datagram())).args());
            Envelope.Request written = new Envelope.Request(
                    golden.envelope().id(), CborGolden.A, procedure.name(), procedure.writeArguments(arguments));
            assertThat(hex(written)).as(procedure.name()).isEqualTo(golden.hex());
            Envelope.Request inJson = new Envelope.Request(7, CborGolden.A, procedure.name(), written.args());
            assertThat(procedure.readArguments(((Envelope.Request) overJson(inJson)).args()))
                    .isEqualTo(arguments);
        }
    }

    private static List<Golden> goldens(String name) {
        List<Golden> goldens = CborGolden.ALL.entrySet().stream()
                .filter(each -> each.getKey().equals(name) || each.getKey().startsWith(name + ","))
                .map(Map.Entry::getValue)
                .toList();
        assertThat(goldens).as(name).isNotEmpty();
        return goldens;
    }

    private static <A, R> void checkReplies(Rpc<A, R> procedure) throws BadValueException {
        List<Golden> goldens = goldens(procedure.name() + " reply");
        for (Golden golden : goldens) {
            R result = procedure.readResult(((Envelope.Reply) decode(Dialect.CBOR, golden.datagram())).ret());
            WireValue written = procedure.writeResult(result);
            assertThat(hex(new Envelope.Reply(golden.envelope().id(), Optional.empty(), written, ReplyOptions.NONE)))
                    .as(procedure.name())
                    .isEqualTo(golden.hex());
            Envelope.Reply inJson = new Envelope.Reply(7, CborGolden.A, procedure.name(), written);
            assertThat(procedure.readResult(((Envelope.Reply) overJson(inJson)).ret()))
                    .usingRecursiveComparison()
                    .isEqualTo(result);
        }
    }

    private static Envelope overJson(Envelope envelope) {
        return decode(Dialect.JSON, Dialect.JSON.codec().encode(envelope));
    }

    private static Envelope decode(Dialect dialect, byte[] datagram) {
        return ((Decoded.Accepted<Envelope>) dialect.codec().decode(datagram)).value();
    }

    private static String hex(Envelope envelope) {
        return HexFormat.of().formatHex(Dialect.CBOR.codec().encode(envelope));
    }
}
