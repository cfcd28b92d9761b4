package org.voxelpopuli.kademlia.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.voxelpopuli.kademlia.records.TestRecords.KEY;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.CborGolden;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.ReplyOptions;
import org.voxelpopuli.kademlia.wire.RequestOptions;
import org.voxelpopuli.kademlia.wire.WireValue;

class RecordSignaturesTest {
    private final RecordSignatures signatures = new RecordSignatures(Ed25519.generate(0), Compatibility.NONE);

    private static WireValue request(String name, int argument) {
        return ((Envelope.Request) CborGolden.ALL.get(name).envelope()).args().get(argument);
    }

    @Test
    @DisplayName("D9 a signature that another program made, as docs/kademlia-wire.md has it, is verified")
    void golden() throws BadValueException {
        RecordSignature signature = RecordSignature.read(request("STORE request, signed", 2));
        DhtRecord record = new DhtRecord(WireValue.of("text"), Optional.of(signature));
        NodeId alice = NodeId.sha1Of("alice");
        assertThat(signatures.verifies("value", alice, record)).isTrue();
        assertThat(signatures.verifies("chunk", alice, record)).isFalse();
        assertThat(signatures.verifies("value", KEY, record)).isFalse();
        assertThat(signatures.verifies("value", alice, new DhtRecord(WireValue.of("Text"), Optional.of(signature))))
                .isFalse();
        RecordSignature later = new RecordSignature(signature.sequence() + 1, signature.publicKey(), signature.bytes());
        assertThat(signatures.verifies("value", alice, new DhtRecord(WireValue.of("text"), Optional.of(later))))
                .isFalse();
    }

    @Test
    void whatIsSignedHereIsVerifiedThere() {
        RecordSignatures other = new RecordSignatures(Ed25519.generate(0), Compatibility.NONE);
        WireValue value = WireValue.items(WireValue.of("host"), WireValue.of(4001), new WireValue.Num("1.50"));
        DhtRecord record = signatures.sign("chunk", KEY, value, Long.MAX_VALUE);
        assertThat(other.verifies("chunk", KEY, record)).isTrue();
        assertThat(signatures.isOurs(record)).isTrue();
        assertThat(other.isOurs(record)).isFalse();
        assertThat(other.verifies("chunk", KEY, DhtRecord.unsigned(value))).isFalse();
    }

    @Test
    @DisplayName("The longest record fits into a datagram, with all options and 16 bytes to spare, in each direction")
    void theLongestFits() throws BadValueException {
        WireValue longest = WireValue.of("x".repeat(DhtRecord.MAX_VALUE_BYTES - 3));
        TestRecords.kind(RecordLimits.of(1, 1), SignedRule.OWNED).requireValid(longest);
        DhtRecord record = signatures.sign("value", KEY, longest, Long.MAX_VALUE);
        WireValue signed = record.signature().orElseThrow().write();
        byte[] store = Dialect.CBOR
                .codec()
                .encode(new Envelope.Request(
                        -1,
                        KEY,
                        "STORE_PLAYER",
                        List.of(WireValue.of(KEY), longest, signed),
                        RequestOptions.NONE.withTo(KEY).withToken(-1)));
        // Beside these, a request may name its network, 10 bytes, and an answer prove who gives it, 99 bytes.
        assertThat(store.length + 10).isLessThanOrEqualTo(1232 - 16);
        byte[] found = Dialect.CBOR
                .codec()
                .encode(new Envelope.Reply(
                        -1,
                        Optional.empty(),
                        new WireValue.Fields(Map.of("value", longest, "signed", signed)),
                        ReplyOptions.NONE.withNode(KEY).withToken(-1)));
        assertThat(found.length + 99).isLessThanOrEqualTo(1232 - 16);
        assertThatThrownBy(() -> TestRecords.kind(RecordLimits.of(1, 1), SignedRule.OWNED)
                        .requireValid(WireValue.of("x".repeat(DhtRecord.MAX_VALUE_BYTES - 2))))
                .isInstanceOf(BadValueException.class)
                .hasMessageContaining("allowed are 910");
    }

    @Test
    void signaturesAreReadStrictly() {
        WireValue key = WireValue.Bytes.of(new byte[32]);
        WireValue signature = WireValue.Bytes.of(new byte[64]);
        for (WireValue bad : List.of(
                WireValue.of("x"),
                WireValue.items(WireValue.of(1), key),
                WireValue.items(WireValue.of(-1), key, signature),
                WireValue.items(new WireValue.Num("9223372036854775808"), key, signature),
                WireValue.items(WireValue.of(1), signature, key),
                WireValue.items(WireValue.of(1), key, WireValue.of("not base64 !")))) {
            assertThatThrownBy(() -> RecordSignature.read(bad)).isInstanceOf(BadValueException.class);
        }
    }
}
