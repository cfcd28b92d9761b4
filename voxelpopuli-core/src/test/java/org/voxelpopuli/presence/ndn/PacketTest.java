package org.voxelpopuli.presence.ndn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.Sha256;

@DisplayName("N1 Packets")
class PacketTest {
    private static final HexFormat HEX = HexFormat.of();

    private static byte[] hex(String text) {
        return HEX.parseHex(text.replace(" ", ""));
    }

    @Test
    @DisplayName("N1 golden bytes of an Interest")
    void goldenInterest() {
        Interest interest = Interest.builder(Name.of("a", "bc"))
                .canBePrefix()
                .mustBeFresh()
                .nonce(0x01020304)
                .lifetime(Duration.ofMillis(500))
                .hopLimit(7)
                .build();
        byte[] bytes = hex("05 1a 07 07 08 01 61 08 02 62 63 21 00 12 00 0a 04 01 02 03 04 0c 02 01 f4 22 01 07");
        assertThat(interest.toBytes()).isEqualTo(bytes);
        assertThat(Packet.decode(bytes)).isEqualTo(interest);
        Interest read = (Interest) Packet.decode(bytes);
        assertThat(read.name()).isEqualTo(Name.of("a", "bc"));
        assertThat(read.canBePrefix()).isTrue();
        assertThat(read.mustBeFresh()).isTrue();
        assertThat(read.nonce()).isEqualTo(0x01020304);
        assertThat(read.lifetime()).isEqualTo(Duration.ofMillis(500));
        assertThat(read.hopLimit()).hasValue(7);
        assertThat(read.withHopTaken().hopLimit()).hasValue(6);
        assertThat(((Interest) Packet.decode(read.withHopTaken().toBytes())).hopLimit())
                .hasValue(6);
        assertThat(((Interest) Packet.decode(read.withNonce(9).toBytes())).nonce())
                .isEqualTo(9);
    }

    @Test
    void whatAnInterestDoesNotSayIsTheDefault() {
        Interest read = (Interest) Packet.decode(hex("05 05 07 03 08 01 61"));
        assertThat(read.canBePrefix()).isFalse();
        assertThat(read.mustBeFresh()).isFalse();
        assertThat(read.hasNonce()).isFalse();
        assertThat(read.lifetime()).isEqualTo(Duration.ofSeconds(4));
        assertThat(read.hopLimit()).isEmpty();
        assertThat(read.parameters()).isEmpty();
    }

    @Test
    void aMissingNonceIsPutWhereItBelongs() {
        Interest read = (Interest) Packet.decode(hex("05 0e 07 03 08 01 61 12 00 0c 02 01 f4 22 01 07"));
        Interest with = read.withNonce(0x01020304);
        assertThat(with.toBytes()).isEqualTo(hex("05 14 07 03 08 01 61 12 00 0a 04 01 02 03 04 0c 02 01 f4 22 01 07"));
        assertThat(Packet.decode(with.toBytes())).isEqualTo(with);
        assertThat(with.withHopTaken().hopLimit()).hasValue(6);
        assertThat(Packet.decode(with.withHopTaken().withNonce(5).toBytes()))
                .isEqualTo(with.withNonce(5).withHopTaken());
    }

    @Test
    void whatIsNotCriticalTravelsOn() {
        // An unknown element of type 0xF0 behind the nonce, and a forwarding hint before it.
        byte[] bytes = hex("05 16 07 03 08 01 61 1e 00 0a 04 01 02 03 04 f0 02 aa bb 22 01 07");
        bytes[1] = (byte) (bytes.length - 2);
        Interest read = (Interest) Packet.decode(bytes);
        byte[] expected = bytes.clone();
        expected[expected.length - 1] = 6;
        assertThat(read.withHopTaken().toBytes()).isEqualTo(expected);
    }

    @Test
    void parametersAreBoundToTheName() {
        Interest interest = Interest.builder(Name.of("a"))
                .parameters("p".getBytes(UTF_8))
                .hopLimit(3)
                .build();
        assertThat(interest.name().size()).isEqualTo(2);
        Interest read = (Interest) Packet.decode(interest.toBytes());
        assertThat(read.parameters())
                .hasValueSatisfying(each -> assertThat(each).isEqualTo("p".getBytes(UTF_8)));
        assertThat(read.name()).isEqualTo(interest.name());
        byte[] changed = interest.toBytes();
        changed[changed.length - 1] ^= 1;
        assertThat(Packet.decode(changed)).isInstanceOf(Packet.Malformed.class);
    }

    @Test
    void aBuilderMayBeUsedTwice() {
        Interest.Builder builder = Interest.builder(Name.of("a")).parameters("p".getBytes(UTF_8));
        assertThat(builder.build()).isEqualTo(builder.build());
    }

    @Test
    @DisplayName("N1 golden bytes of Data")
    void goldenData() {
        Data data = Data.builder(Name.of("a"))
                .freshness(Duration.ofSeconds(1))
                .finalBlock(NameComponent.of("z"))
                .content("hi".getBytes(UTF_8))
                .sign(DataSigner.sha256());
        byte[] signed = hex("07 03 08 01 61 14 09 19 02 03 e8 1a 03 08 01 7a 15 02 68 69 16 03 1b 01 00");
        assertThat(data.signedPortion()).isEqualTo(signed);
        assertThat(data.signature()).isEqualTo(Sha256.of(signed));
        assertThat(Packet.decode(data.toBytes())).isEqualTo(data);
        assertThat(data.freshness()).isEqualTo(Duration.ofSeconds(1));
        assertThat(data.finalBlock()).contains(NameComponent.of("z"));
        assertThat(data.content()).isEqualTo("hi".getBytes(UTF_8));
        assertThat(DataVerifier.sha256().verify(data)).isTrue();
        assertThat(data.fullName().toString()).startsWith("/a/sha256digest=");
    }

    @Test
    @DisplayName("N1 Data is signed with Ed25519, and not by another key")
    void ed25519() {
        NodeIdentity identity = Ed25519.generate(0);
        Name key = Name.of("keys", "me");
        Data data = Data.builder(Name.of("a")).content(new byte[100]).sign(DataSigner.of(identity, key));
        DataVerifier mine = DataVerifier.of(Ed25519.SCHEME, identity.publicKey());
        assertThat(data.signatureType()).isEqualTo(DataSigner.ED25519);
        assertThat(data.keyLocator()).contains(new KeyLocator.KeyName(key));
        assertThat(mine.verify(data)).isTrue();
        assertThat(DataVerifier.of(Ed25519.SCHEME, Ed25519.generate(0).publicKey())
                        .verify(data))
                .isFalse();
        assertThat(DataVerifier.sha256().verify(data)).isFalse();
        byte[] changed = data.toBytes();
        changed[20] ^= 1;
        assertThat(mine.verify((Data) Packet.decode(changed))).isFalse();
        assertThat(mine.verify(Data.builder(Name.of("a")).sign(DataSigner.sha256())))
                .isFalse();
    }

    @Test
    void aFullNameSelectsExactlyOneData() {
        Data data = Data.builder(Name.of("a")).content(new byte[] {1}).sign(DataSigner.sha256());
        Data other = Data.builder(Name.of("a")).content(new byte[] {2}).sign(DataSigner.sha256());
        Interest interest = Interest.of(data.fullName());
        assertThat(interest.isSatisfiedBy(data)).isTrue();
        assertThat(interest.isSatisfiedBy(other)).isFalse();
        assertThat(Interest.of(Name.of("a")).isSatisfiedBy(other)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'', it is empty",
        "05, ends within",
        "05 07 07 03 08 01 61, claims 7 bytes",
        "05 05 07 03 08 01 61 00, follows the packet",
        "64 00, neither Interest",
        "00 00, type 0",
        "fd 00 05 05 07 03 08 01 61, shortest form",
        "fe 00 00 00 05 05 07 03 08 01 61, shortest form",
        "05 fd 00 05 07 03 08 01 61, shortest form",
        "05 ff 00 00 00 01 00 00 00 00 07, claims 4294967296 bytes",
        "05 ff ff ff ff ff ff ff ff ff 07, beyond 2^63",
        "05 02 07 00, no components",
        "05 00, name is missing",
        "05 07 07 03 08 01 61 21 01, claims 1 bytes",
        "05 08 07 03 08 01 61 21 01 00, must be 0",
        "05 09 07 03 08 01 61 12 00 21 00, out of order",
        "05 0a 07 03 08 01 61 0a 03 01 02 03, must be 4",
        "05 07 07 03 08 01 61 0c 01, claims 1",
        "05 0a 07 03 08 01 61 0c 03 01 02 03, '1, 2, 4 or 8'",
        "05 07 07 03 08 01 61 1d 00, unknown",
        "05 05 07 03 01 01 61, must be 32",
        "06 05 07 03 08 01 61, SignatureInfo is missing",
        "06 0a 07 03 08 01 61 16 03 1b 01 00, SignatureValue is missing",
        "06 09 07 03 08 01 61 16 00 17 00, type of the signature",
    })
    void whatIsMalformedIsToldInWords(String bytes, String words) {
        assertThat(Packet.decode(hex(bytes)))
                .isInstanceOfSatisfying(Packet.Malformed.class, each -> assertThat(each.reason())
                        .contains(words));
    }

    @Test
    void aNameOfTenThousandComponentsIsRefused() {
        TlvWriter writer = new TlvWriter(20_100);
        for (int i = 0; i < 4_000; i++) {
            writer.element(NameComponent.GENERIC, new byte[0]);
        }
        writer.head(Tlv.NAME, 0);
        writer.head(Tlv.INTEREST, 0);
        assertThat(Packet.decode(writer.toBytes()))
                .isInstanceOfSatisfying(Packet.Malformed.class, each -> assertThat(each.reason())
                        .contains("256"));
        for (int i = 0; i < 6_000; i++) {
            writer.element(NameComponent.GENERIC, new byte[0]);
        }
        assertThat(Packet.decode(writer.toBytes()))
                .isInstanceOfSatisfying(Packet.Malformed.class, each -> assertThat(each.reason())
                        .contains("8800"));
        NameComponent[] many = new NameComponent[10_000];
        Arrays.fill(many, NameComponent.of(""));
        assertThatThrownBy(() -> Name.of(Arrays.asList(many))).hasMessageContaining("256");
    }

    @Test
    void whatIsTooLargeToSendIsRefused() {
        assertThatThrownBy(() ->
                        Data.builder(Name.of("a")).content(new byte[8_800]).sign(DataSigner.sha256()))
                .hasMessageContaining("8800");
        assertThatThrownBy(() -> Interest.builder(Name.of("a"))
                        .parameters(new byte[8_800])
                        .build())
                .hasMessageContaining("8800");
    }

    @Test
    void anyBytesAreReadOrRefused() {
        long seed = Long.getLong("voxelpopuli.seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        byte[][] samples = {
            Interest.builder(Name.of("a", "b"))
                    .canBePrefix()
                    .mustBeFresh()
                    .hopLimit(3)
                    .parameters(new byte[4])
                    .build()
                    .toBytes(),
            Data.builder(Name.of("a", "b"))
                    .freshness(Duration.ofSeconds(1))
                    .finalBlock(NameComponent.of("z"))
                    .content(new byte[30])
                    .sign(DataSigner.of(Ed25519.generate(0), Name.of("k")))
                    .toBytes()
        };
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = samples[round % 2].clone();
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            byte[] cut = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
            Packet packet = Packet.decode(cut.clone());
            if (packet instanceof Interest interest) {
                assertThat(interest.toBytes())
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(cut);
                assertThat(Packet.decode(interest.withNonce(7).toBytes())).isEqualTo(interest.withNonce(7));
            } else if (packet instanceof Data data) {
                assertThat(data.toBytes()).as("seed %d, round %d", seed, round).isEqualTo(cut);
            }
        }
    }
}
