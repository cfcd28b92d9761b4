package org.voxelpopuli.presence.ndn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.identity.Ed25519;

/** Elements are written by hand; those around them get their lengths. {@code N} stands for the name /a, {@code S} for a SignatureInfo with a SignatureValue behind it. */
@DisplayName("N1 What is malformed is refused in words, whatever kind it is of")
class MalformedPacketTest {
    private static byte[] packet(String type, String elements) {
        byte[] inside = HexFormat.of()
                .parseHex(elements.replace("N", "0703080161")
                        .replace("S", "16031b01001700")
                        .replace(" ", ""));
        byte[] bytes = new byte[2 + inside.length];
        bytes[0] = HexFormat.of().parseHex(type)[0];
        bytes[1] = (byte) inside.length;
        System.arraycopy(inside, 0, bytes, 2, inside.length);
        return bytes;
    }

    @ParameterizedTest(name = "{0} in {1}: {2}")
    @CsvSource({
        // type out of range
        "type 0, 05, N 00 00, allowed is 1..2147483647",
        "type beyond 31 bits, 05, N fe 80 00 00 00 00, allowed is 1..2147483647",
        "type of 64 bits, 05, N ff 00 00 00 01 00 00 00 00 00, allowed is 1..2147483647",
        "component of type 0, 05, 07 03 00 01 61, type 0",
        "component of type 65536, 05, 07 07 fe 00 01 00 00 01 61, allowed is 1..65535",
        // numbers not in their shortest form
        "component's type in three bytes, 05, 07 05 fd 00 08 01 61, shortest form",
        "component's length in three bytes, 05, 07 05 08 fd 00 01 61, shortest form",
        "component's length in five bytes, 05, 07 07 08 fe 00 00 00 01 61, shortest form",
        "component's length in nine bytes, 05, 07 0b 08 ff 00 00 00 00 00 00 00 01 61, shortest form",
        "five bytes where three do, 05, N fe 00 00 ff ff 00, shortest form",
        "nine bytes where five do, 05, N ff 00 00 00 00 ff ff ff ff 00, shortest form",
        // lengths beyond what there is
        "name beyond the packet, 05, 07 04 08 01 61, claims 4 bytes",
        "component beyond the name, 05, 07 03 08 02 61 0a 04 01 02 03 04, claims 2 bytes",
        "meta info beyond the packet, 06, N 14 04 19 01 05, claims 4 bytes",
        "freshness beyond the meta info, 06, N 14 03 19 02 05 S, claims 2 bytes",
        "final block beyond its component, 06, N 14 05 1a 03 08 02 61 S, claims 2 bytes",
        "type of a signature beyond its info, 06, N 16 03 1b 02 00 17 00, claims 2 bytes",
        "key locator beyond its info, 06, N 16 05 1b 01 00 1c 02 17 00, claims 2 bytes",
        "name beyond its key locator, 06, N 16 09 1b 01 00 1c 04 07 03 08 01 17 00, claims 3 bytes",
        "length of 2^63, 05, 07 ff 80 00 00 00 00 00 00 00, beyond 2^63",
        "length of 2^64 - 1, 05, 07 ff ff ff ff ff ff ff ff ff, beyond 2^63",
        "end within a length, 05, N 0a fd 00, ends within",
        "end behind a type, 05, N 0a, ends within",
        // critical elements that are not known
        "critical in an Interest, 05, N 1d 00, type 29 is unknown",
        "critical and odd in an Interest, 05, N fd 01 01 00, type 257 is unknown",
        "critical in Data before the content, 06, N 0f 00 S, type 15 is unknown",
        "critical in Data at its end, 06, N S fd 01 01 00, type 257 is unknown",
        "critical in the meta info, 06, N 14 02 1d 00 S, type 29 is unknown",
        "critical in the signature info, 06, N 16 05 1b 01 00 1d 00 17 00, type 29 is unknown",
        // elements that are missing
        "nothing in an Interest, 05, '', name is missing",
        "nothing in Data, 06, '', name is missing",
        "an Interest that begins with its nonce, 05, 0a 04 01 02 03 04 N, name is missing",
        "Data with a name alone, 06, N, SignatureInfo is missing",
        "Data without a signature info, 06, N 15 00 17 00, type 23 is unknown",
        "Data without a signature value, 06, N 15 00 16 03 1b 01 00, SignatureValue is missing",
        "a signature without a type, 06, N 16 00 17 00, type of the signature is missing",
        "a signature with something else first, 06, N 16 05 1c 00 1b 01 00 17 00, type of the signature is missing",
        "a key locator with nothing in it, 06, N 16 05 1b 01 00 1c 00 17 00, neither a Name nor a KeyDigest",
        "a final block with nothing in it, 06, N 14 02 1a 00 S, not just one name component",
        "a final block with two components, 06, N 14 08 1a 06 08 01 61 08 01 62 S, not just one name component",
        "an Interest in the empty name, 05, 07 00, needs one at least",
        // elements that come twice
        "two names, 05, N N, type 7 is unknown",
        "CanBePrefix twice, 05, N 21 00 21 00, repeated",
        "two nonces, 05, N 0a 04 01 02 03 04 0a 04 01 02 03 04, 'type 10 is unknown, repeated'",
        "two lifetimes, 05, N 0c 01 05 0c 01 06, 'type 12 is unknown, repeated'",
        "two meta infos, 06, N 14 00 14 00 S, 'type 20 is unknown, repeated'",
        "two freshness periods, 06, N 14 06 19 01 05 19 01 06 S, 'type 25 is unknown, repeated'",
        "two contents, 06, N 15 00 15 00 S, 'type 21 is unknown, repeated'",
        "two signature infos, 06, N 16 03 1b 01 00 16 03 1b 01 00 17 00, 'type 22 is unknown, repeated'",
        "two types of the signature, 06, N 16 06 1b 01 00 1b 01 00 17 00, 'type 27 is unknown, repeated'",
        "two signature values, 06, N S 17 00, 'type 23 is unknown, repeated'",
        // elements out of order
        "MustBeFresh before CanBePrefix, 05, N 12 00 21 00, 'type 33 is unknown, repeated or out of order'",
        "lifetime before nonce, 05, N 0c 01 05 0a 04 01 02 03 04, 'type 10 is unknown, repeated or out of order'",
        "content before the meta info, 06, N 15 00 14 00 S, 'type 20 is unknown, repeated or out of order'",
        "signature before the content, 06, N S 15 00, 'type 21 is unknown, repeated or out of order'",
        "freshness before the content type, 06, N 14 06 19 01 05 18 01 00 S, 'type 24 is unknown, repeated or out of order'",
        // values of a wrong length
        "flag with a value, 05, N 21 01 00, must be 0",
        "nonce of five bytes, 05, N 0a 05 01 02 03 04 05, must be 4",
        "hop limit of two bytes, 05, N 22 02 00 01, must be 1",
        "lifetime of no bytes, 05, N 0c 00, '1, 2, 4 or 8'",
        "freshness of three bytes, 06, N 14 05 19 03 01 02 03 S, '1, 2, 4 or 8'",
        "content type of five bytes, 06, N 14 07 18 05 01 02 03 04 05 S, '1, 2, 4 or 8'",
        "digest of a packet of one byte in a name, 05, 07 03 01 01 61, must be 32",
        "digest of parameters of one byte, 05, 07 03 02 01 61, must be 32",
        // parameters
        "parameters without their digest, 05, N 24 00, must have one if there are parameters",
    })
    void refused(String kind, String type, String elements, String words) {
        assertThat(Packet.decode(packet(type, elements)))
                .as(kind)
                .isInstanceOfSatisfying(Packet.Malformed.class, each -> assertThat(each.reason())
                        .contains(words));
    }

    @ParameterizedTest
    @DisplayName("N1 what is not known and not critical is passed over, wherever it stands")
    @ValueSource(
            strings = {
                "05 N f0 01 aa",
                "05 N f0 00 21 00 f0 00 0a 04 01 02 03 04 f0 00",
                "06 N f0 00 14 05 19 01 05 f0 00 f0 00 15 00 f0 00 16 05 1b 01 00 f0 00 f0 00 17 00 f0 00",
                "05 N 22 01 05 22 01 06",
            })
    void passedOver(String packet) {
        assertThat(Packet.decode(packet(packet.substring(0, 2), packet.substring(3))))
                .isNotInstanceOf(Packet.Malformed.class);
    }

    private static List<byte[]> samples() {
        return List.of(
                Interest.builder(Name.parse("/a/58=%01/long%20component"))
                        .canBePrefix()
                        .mustBeFresh()
                        .nonce(7)
                        .lifetime(Duration.ofMillis(500))
                        .hopLimit(3)
                        .build()
                        .toBytes(),
                Interest.builder(Name.of("a")).parameters(new byte[9]).build().toBytes(),
                Data.builder(Name.of("a", "b"))
                        .contentType(1)
                        .freshness(Duration.ofSeconds(1))
                        .finalBlock(NameComponent.of("z"))
                        .content(new byte[300])
                        .sign(DataSigner.of(Ed25519.generate(0), Name.of("k")))
                        .toBytes());
    }

    @Test
    @DisplayName("N1 a packet that is cut off anywhere is refused")
    void cut() {
        for (byte[] sample : samples()) {
            for (int length = 0; length < sample.length; length++) {
                assertThat(Packet.decode(Arrays.copyOf(sample, length)))
                        .as("%d of %d bytes", length, sample.length)
                        .isInstanceOf(Packet.Malformed.class);
            }
        }
    }

    @Test
    @DisplayName("N1 any length in a packet that claims too much is refused")
    void lengths() {
        for (byte[] sample : samples()) {
            for (int at : lengthsIn(sample)) {
                byte[] longer = sample.clone();
                longer[at] = (byte) 252;
                assertThat(Packet.decode(longer)).as("byte %d", at).isInstanceOf(Packet.Malformed.class);
            }
        }
    }

    /** Where the lengths of one byte stand, of elements that hold no others. */
    private static List<Integer> lengthsIn(byte[] packet) {
        List<Integer> found = new ArrayList<>();
        TlvReader outer = new TlvReader(packet, 0, packet.length);
        assertThat(outer.next()).isTrue();
        TlvReader elements = outer.inside();
        while (elements.next()) {
            if (elements.length() < 200) {
                found.add(elements.valueBegin() - 1);
            }
            boolean holdsOthers =
                    List.of(Tlv.NAME, Tlv.META_INFO, Tlv.SIGNATURE_INFO).contains(elements.type());
            TlvReader inner = elements.inside();
            while (holdsOthers && inner.next()) {
                found.add(inner.valueBegin() - 1);
            }
        }
        return found;
    }

    @Test
    @DisplayName("N1 names of ten thousand components are refused as text and in packets, wherever a name stands")
    void longNames() {
        String text = "/a".repeat(10_000);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> Name.parse(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("256");
        TlvWriter locator = new TlvWriter(9_000);
        locator.element(Tlv.SIGNATURE_VALUE, new byte[0]);
        int infoEnd = locator.size();
        for (int i = 0; i < 4_000; i++) {
            locator.element(NameComponent.GENERIC, new byte[0]);
        }
        locator.head(Tlv.NAME, infoEnd);
        locator.head(Tlv.KEY_LOCATOR, infoEnd);
        locator.number(Tlv.SIGNATURE_TYPE, 0);
        locator.head(Tlv.SIGNATURE_INFO, infoEnd);
        Name.of("a").write(locator);
        locator.head(Tlv.DATA, 0);
        assertThat(Packet.decode(locator.toBytes()))
                .isInstanceOfSatisfying(Packet.Malformed.class, each -> assertThat(each.reason())
                        .contains("256"));
    }
}
