package org.voxelpopuli.kademlia.directory;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.JsonValues;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

/**
 * The records that say where a player last stood: {@code {"name": n, "position": [x, y, z], "time": t}}, where the time is that of the
 * saving node's wall clock in milliseconds since 1970. Other fields are kept, but not read.
 *
 * <p>Ours is the time, which seed nodes neither send nor read, but return as it was sent: without it the copy of a node where the player
 * was long ago could, when it is republished, replace what a later node saved. A record without a time has no age: of such, the one
 * that arrives last stays.
 */
final class PlayerRecords {
    static final RecordKind KIND =
            new RecordKind("player", 100_000, false, PlayerRecords::check, PlayerRecords::compareAge);

    /** When a record has no time. */
    private static final long UNKNOWN = -1;

    private static final int MAX_BYTES = 1 << 10;
    private static final int MAX_NAME = 600;

    private PlayerRecords() {}

    static WireValue write(PlayerRecord player, long wallMillis) {
        Position position = player.position();
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put("name", WireValue.of(player.name().text()));
        fields.put(
                "position",
                WireValue.items(WireValue.of(position.x()), WireValue.of(position.y()), WireValue.of(position.z())));
        fields.put("time", WireValue.of(wallMillis));
        return new WireValue.Fields(fields);
    }

    /** Negative if the first value is older; 0 if that is not known. */
    static int compareAge(WireValue one, WireValue other) {
        long first = time(one);
        long second = time(other);
        return first == UNKNOWN || second == UNKNOWN ? 0 : Long.compare(first, second);
    }

    private static long time(WireValue value) {
        try {
            Map<String, WireValue> fields = WireReader.fields(value, "player data");
            WireValue time = fields.get("time");
            return time == null ? UNKNOWN : WireReader.integer(time, "time", 0, Long.MAX_VALUE);
        } catch (BadValueException e) {
            return UNKNOWN;
        }
    }

    private static void check(WireValue value) throws BadValueException {
        read(value);
        int bytes = JsonValues.write(value).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new BadValueException(
                    Rejection.TOO_LARGE, "player data has " + bytes + " bytes, allowed are " + MAX_BYTES);
        }
    }

    static PlayerRecord read(WireValue value) throws BadValueException {
        Map<String, WireValue> fields = WireReader.fields(value, "player data");
        String name = WireReader.text(fields.getOrDefault("name", WireValue.NULL), "a player's name", MAX_NAME);
        List<WireValue> position =
                WireReader.items(fields.getOrDefault("position", WireValue.NULL), "a player's position", 3);
        try {
            return new PlayerRecord(
                    new PlayerName(name),
                    new Position(
                            WireReader.number(position.get(0), "x"),
                            WireReader.number(position.get(1), "y"),
                            WireReader.number(position.get(2), "z")));
        } catch (IllegalArgumentException e) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, String.valueOf(e.getMessage()));
        }
    }
}
