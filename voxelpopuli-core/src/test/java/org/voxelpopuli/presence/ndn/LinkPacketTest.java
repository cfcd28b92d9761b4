package org.voxelpopuli.presence.ndn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("N3 The envelope of other forwarders, NDNLPv2")
class LinkPacketTest {
    /** {@code /a} with the nonce 01020304. */
    private static final String INTEREST = "050b0703080161" + "0a0401020304";

    private static LinkPacket decode(String hex) {
        return LinkPacket.decode(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @Test
    void aPacketAloneNeedsNone() {
        LinkPacket link = decode(INTEREST);
        assertThat(link.packet()).isInstanceOf(Interest.class);
        assertThat(link.token()).isNull();
    }

    @Test
    @DisplayName("N3 the token of an Interest goes back with the Data")
    void token() {
        LinkPacket link = decode("6415 6204 0a0b0c0d 500d" + INTEREST);
        assertThat(link.packet()).isInstanceOf(Interest.class);
        assertThat(link.token()).containsExactly(10, 11, 12, 13);
        Data data = Data.builder(Name.of("a")).content(new byte[] {1}).sign(DataSigner.sha256());
        LinkPacket back = LinkPacket.decode(LinkPacket.encode(data, new byte[] {10, 11, 12, 13}));
        assertThat(back.packet()).isEqualTo(data);
        assertThat(back.token()).containsExactly(10, 11, 12, 13);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            an acknowledgement             | 640c fd0344 08 0000000000000001
            a NACK of our Interest         | 6418 fd0320 05 fd0321 01 32 500d INTEREST
            nothing                        | 6400
            an empty fragment              | 6402 5000
            """)
    void whatHoldsNothingForUs(String what, String hex) {
        assertThat(decode(hex.replace("INTEREST", INTEREST)).packet()).as(what).isEqualTo(LinkPacket.NOTHING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a congestion mark is passed over | 6414 fd0340 01 01 500d INTEREST | null
            the first of one part            | 6415 520100 530101 500d INTEREST | null
            the first of two                 | 6415 520100 530102 500d INTEREST | it is a part of a packet, only whole ones are allowed
            the second                       | 6412 520101 500d INTEREST | it is a part of a packet, only whole ones are allowed
            an unknown header                | 6412 600101 500d INTEREST | a link header of type 96 is unknown
            a token without bytes            | 6411 6200 500d INTEREST | a PIT token has 0 bytes, allowed is 1..32
            more behind it                   | 640f 500d INTEREST 00 | something follows the link packet
            less than said                   | 6420 500d INTEREST | an element of type 100 claims 32 bytes, there are 15
            an envelope in an envelope       | 6404 5002 6400 | it is of type 100, neither Interest (5) nor Data (6)
            """, nullValues = "null")
    void headers(String what, String hex, String reason) {
        Packet packet = decode(hex.replace("INTEREST", INTEREST)).packet();
        if (reason == null) {
            assertThat(packet).as(what).isInstanceOf(Interest.class);
        } else {
            assertThat(packet).as(what).isEqualTo(new Packet.Malformed(reason));
        }
    }
}
