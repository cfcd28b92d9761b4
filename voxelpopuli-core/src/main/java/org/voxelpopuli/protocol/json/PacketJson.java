package org.voxelpopuli.protocol.json;

import org.jspecify.annotations.Nullable;
import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.Names;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The fields of a game packet, in whatever order they came (SPEC V6.3). Other fields are skipped; a field that occurs twice is
 * refused, since readers differ in which one they take.
 */
final class PacketJson {
    static final int PLAYER_REGISTER = 1;
    static final int PLAYER_DEREGISTER = 2;
    static final int PLAYER_MOVE = 3;
    static final int CHUNK_DATA = 5;
    static final int TIME = 6;
    static final int BLOCK_CHANGE = 7;

    private @Nullable Double type;
    private double @Nullable [] args;
    private @Nullable String player;

    private PacketJson() {}

    static PacketJson read(JsonParser json, int mostArgs) throws BadMessage {
        JsonBytes.requireObject(json);
        PacketJson packet = new PacketJson();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            json.nextToken();
            packet.readField(json, field, mostArgs);
        }
        return packet;
    }

    private void readField(JsonParser json, String field, int mostArgs) throws BadMessage {
        switch (field) {
            case "type" -> {
                requireFirst(type, field);
                type = JsonBytes.number(json, field);
            }
            case "args" -> {
                requireFirst(args, field);
                args = JsonBytes.numbers(json, field, mostArgs);
            }
            case "player" -> {
                requireFirst(player, field);
                player = JsonBytes.string(json, field);
            }
            default -> json.skipChildren();
        }
    }

    private static void requireFirst(@Nullable Object value, String field) throws BadMessage {
        if (value != null) {
            throw JsonBytes.twice(field);
        }
    }

    /** The type, or -1 for a number that is none. */
    int type() throws BadMessage {
        if (type == null) {
            throw JsonBytes.missing("type", "an integer");
        }
        return type == Math.rint(type) && Math.abs(type) <= 1_000 ? type.intValue() : -1;
    }

    PlayerName player() throws BadMessage {
        if (player == null) {
            throw JsonBytes.missing("player", "a player's name");
        }
        return Names.parse(player);
    }

    double[] args(int count, String names) throws BadMessage {
        if (args == null) {
            throw JsonBytes.missing("args", "a list of numbers");
        }
        if (args.length != count) {
            throw JsonBytes.wrongShape(
                    "'args' has " + args.length + " numbers, allowed are " + count + " (" + names + ")");
        }
        return args;
    }

    Position position(boolean withYaw) throws BadMessage {
        double[] numbers = withYaw ? args(4, "x, y, z, yaw") : args(3, "x, y, z");
        return Numbers.position(numbers[0], numbers[1], numbers[2], withYaw ? numbers[3] : 0);
    }

    BadMessage unknownType(String allowed) {
        return new BadMessage(Rejection.UNKNOWN_TYPE, "'type' is not known here, allowed are " + allowed);
    }
}
