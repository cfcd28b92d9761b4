package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.presence.ndn.Name;

@DisplayName("N8 Positions on the wire")
class PositionRecordTest {
    private static final Name POSITION = Name.of("a", "players", "x", "position");
    private static final PositionRecord PLAYER =
            new PositionRecord(1_000, 0x0102_0304_0506L, new Point(1, -2.5, 65_536), OptionalInt.empty(), "player");
    private static final PositionRecord SHEEP =
            new PositionRecord(0, 0x0102_0304_0506L, new Point(1, -2.5, 65_536), OptionalInt.of(255), "sheep");

    private static String hex(PositionRecord record, Name name) {
        return HexFormat.of().formatHex(record.encodeFor(name));
    }

    @Test
    void bytes() {
        String where = "010203040506" + "3f800000" + "c0200000" + "47800000";
        assertThat(hex(PLAYER, PositionRecord.named(POSITION, 1_000))).isEqualTo(where);
        assertThat(hex(PLAYER, PositionRecord.named(POSITION, 999))).isEqualTo(where + "01" + "03e8");
        assertThat(hex(PLAYER, POSITION)).isEqualTo(where + "01" + "03e8" + "0306" + "706c61796572");
        assertThat(hex(SHEEP, PositionRecord.named(POSITION, 0))).isEqualTo(where + "02ff");
        PositionRecord gone = new PositionRecord(
                5, PLAYER.wallMillis(), PLAYER.position(), OptionalInt.empty(), "player", true, Optional.empty());
        assertThat(hex(gone, PositionRecord.named(POSITION, 5))).isEqualTo(where + "04");
        assertThat(hex(SHEEP, POSITION)).isEqualTo(where + "01" + "0000" + "02ff" + "0305" + "7368656570");
    }

    private static InetAddress literal(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static PositionRecord at(String host) {
        return new PositionRecord(
                0,
                0x0102_0304_0506L,
                new Point(1, -2.5, 65_536),
                OptionalInt.of(255),
                "sheep",
                false,
                Optional.of(new InetSocketAddress(literal(host), 6363)));
    }

    @Test
    @DisplayName(
            "N7 who asks where one is hears where its host answers, too, but not in answers to questions for a number")
    void address() {
        assertThat(hex(at("192.0.2.7"), POSITION)).isEqualTo(hex(SHEEP, POSITION) + "0506" + "c0000207" + "18db");
        assertThat(hex(at("2001:db8::7"), POSITION))
                .isEqualTo(hex(SHEEP, POSITION) + "0512" + "20010db8000000000000000000000007" + "18db");
        assertThat(hex(at("192.0.2.7"), PositionRecord.named(POSITION, 0)))
                .isEqualTo(hex(SHEEP, PositionRecord.named(POSITION, 0)));
    }

    @Test
    void readsWhatItWrites() {
        PositionRecord gone =
                new PositionRecord(7, 1, new Point(0, 0, 0), OptionalInt.empty(), "player", true, Optional.empty());
        PositionRecord reachable = at("2001:db8::7");
        for (PositionRecord record : new PositionRecord[] {PLAYER, SHEEP, gone, at("192.0.2.7"), reachable}) {
            assertThat(PositionRecord.decode(POSITION, record.encodeFor(POSITION)))
                    .isEqualTo(record);
            for (int number : new int[] {0, 7, 1_000}) {
                Name name = PositionRecord.named(POSITION, number);
                PositionRecord read = PositionRecord.decode(name, record.encodeFor(name));
                assertThat(read.type()).isEmpty();
                assertThat(read.address()).isEmpty();
                assertThat(read)
                        .usingRecursiveComparison()
                        .ignoringFields("type", "address")
                        .isEqualTo(record);
            }
        }
    }

    @Test
    void whatIsNotKnownYetIsNotRead() {
        byte[] bytes = HexFormat.of().parseHex(hex(PLAYER, POSITION) + "0901020304");
        assertThat(PositionRecord.decode(POSITION, bytes)).isEqualTo(PLAYER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''             | a position has 16 bytes, allowed are 18 or more
            0000           | a position has the number -1, allowed is 0..1023
            000001         | a position ends within its number
            0000010400     | a position has the number 1024, allowed is 0..1023
            000002         | a position ends before the number of its action
            0000030570     | a position ends within its type
            00000303504c41 | the type of an avatar is 'PLA', allowed are 1 to 32 of the characters a-z 0-9 . _ -
            00000505       | the address of a host has 5 bytes, of which there are 0, allowed are 6 or 18
            00000506c0     | the address of a host has 6 bytes, of which there are 1, allowed are 6 or 18
            00000506c00002070000 | a host is said to answer at /192.0.2.7 port 0, allowed are addresses of one node
            00000506e000000118db | a host is said to answer at /224.0.0.1 port 6363, allowed are addresses of one node
            00000506ffffffff18db | a host is said to answer at /255.255.255.255 port 6363, allowed are addresses of one node
            000005060000000018db | a host is said to answer at /0.0.0.0 port 6363, allowed are addresses of one node
            000003         | the type of an avatar is '', allowed are 1 to 32 of the characters a-z 0-9 . _ -
            """)
    void wrong(String end, String message) {
        byte[] bytes = HexFormat.of().parseHex("00".repeat(16) + end);
        assertThatThrownBy(() -> PositionRecord.decode(POSITION, bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
