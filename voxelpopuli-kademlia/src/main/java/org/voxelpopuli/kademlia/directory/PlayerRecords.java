package org.voxelpopuli.kademlia.directory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.records.RecordLimits;
import org.voxelpopuli.kademlia.records.SignedRule;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

/**
 * The records that say where a player last stood: {@code {"name": n, "position": [x, y, z]}}, and while it plays {@code "session": hex, "server": "host:port"}. Other fields are
 * kept, but not read.
 */
final class PlayerRecords {
    static final RecordKind KIND = new RecordKind(
            "player", RecordLimits.of(100_000, 32 << 20), RecordKind.ALL, SignedRule.STAMP, PlayerRecords::read);

    private static final int MAX_NAME = 600;

    private PlayerRecords() {}

    static WireValue write(PlayerRecord player) {
        Position position = player.position();
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put("name", WireValue.of(player.name().text()));
        fields.put(
                "position",
                WireValue.items(WireValue.of(position.x()), WireValue.of(position.y()), WireValue.of(position.z())));
        if (player.session().isPresent()) {
            fields.put("session", WireValue.of(Long.toHexString(player.session().getAsLong())));
            fields.put("server", WireValue.of(player.server()));
        }
        return new WireValue.Fields(fields);
    }

    private static OptionalLong session(Map<String, WireValue> fields) throws BadValueException {
        WireValue session = fields.get("session");
        return session == null
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseUnsignedLong(WireReader.text(session, "a player's session", 16), 16));
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
                            WireReader.number(position.get(2), "z")),
                    session(fields),
                    fields.containsKey("server")
                            ? WireReader.text(fields.get("server"), "a player's server", 300)
                            : "");
        } catch (IllegalArgumentException e) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, String.valueOf(e.getMessage()));
        }
    }
}
