package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
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
        PositionRecord gone =
                new PositionRecord(5, PLAYER.wallMillis(), PLAYER.position(), OptionalInt.empty(), "player", true);
        assertThat(hex(gone, PositionRecord.named(POSITION, 5))).isEqualTo(where + "04");
        assertThat(hex(SHEEP, POSITION)).isEqualTo(where + "01" + "0000" + "02ff" + "0305" + "7368656570");
    }

    @Test
    void readsWhatItWrites() {
        PositionRecord gone = new PositionRecord(7, 1, new Point(0, 0, 0), OptionalInt.empty(), "player", true);
        for (PositionRecord record : new PositionRecord[] {PLAYER, SHEEP, gone}) {
            assertThat(PositionRecord.decode(POSITION, record.encodeFor(POSITION)))
                    .isEqualTo(record);
            for (int number : new int[] {0, 7, 1_000}) {
                Name name = PositionRecord.named(POSITION, number);
                PositionRecord read = PositionRecord.decode(name, record.encodeFor(name));
                assertThat(read.type()).isEmpty();
                assertThat(read)
                        .usingRecursiveComparison()
                        .ignoringFields("type")
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
            000003         | the type of an avatar is '', allowed are 1 to 32 of the characters a-z 0-9 . _ -
            """)
    void wrong(String end, String message) {
        byte[] bytes = HexFormat.of().parseHex("00".repeat(16) + end);
        assertThatThrownBy(() -> PositionRecord.decode(POSITION, bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
