package org.voxelpopuli.protocol.cbor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.Names;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/** The elements of frames, one after the other; each method reads the next element of the array that was begun last. */
final class FrameReader {
    private final JsonParser cbor;
    /** The parser is at the next element already. */
    private boolean peeked;

    FrameReader(JsonParser cbor) {
        this.cbor = cbor;
    }

    /** What to do with an element. */
    @FunctionalInterface
    interface Reading<T> {
        T read() throws BadMessage;
    }

    /** The next element, which stays the next; the end of the array if there is none. */
    private @Nullable JsonToken peek() {
        if (!peeked) {
            cbor.nextToken();
            peeked = true;
        }
        return cbor.currentToken();
    }

    private JsonToken next(String name) throws BadMessage {
        JsonToken token = peek();
        if (token == null) {
            throw new BadMessage(Rejection.MALFORMED, name + " is missing: there are no bytes");
        }
        if (token == JsonToken.END_ARRAY) {
            throw wrongShape(name + " is missing");
        }
        peeked = false;
        return token;
    }

    /** Enters an array. */
    void begin(String name) throws BadMessage {
        if (next(name) != JsonToken.START_ARRAY) {
            throw kind(name, "an array");
        }
    }

    /** Leaves the array that was begun last; elements that are left are skipped. */
    void end() {
        while (peek() != JsonToken.END_ARRAY) {
            cbor.skipChildren();
            peeked = false;
        }
        peeked = false;
    }

    int integer(String name, int least, int most) throws BadMessage {
        return (int) integer(name, (long) least, (long) most);
    }

    long integer(String name, long least, long most) throws BadMessage {
        if (next(name) != JsonToken.VALUE_NUMBER_INT) {
            throw kind(name, "an integer");
        }
        boolean fits = cbor.getNumberType() == NumberType.INT || cbor.getNumberType() == NumberType.LONG;
        if (!fits || cbor.getLongValue() < least || cbor.getLongValue() > most) {
            throw new BadMessage(
                    Rejection.OUT_OF_RANGE,
                    name + " is " + (fits ? cbor.getLongValue() : "too large") + ", allowed is " + least + ".." + most);
        }
        return cbor.getLongValue();
    }

    /** What is read, or nothing where there is null or the array ends. */
    <T> Optional<T> optional(Reading<T> reading) throws BadMessage {
        if (peek() == JsonToken.END_ARRAY) {
            return Optional.empty();
        }
        if (peek() == JsonToken.VALUE_NULL) {
            peeked = false;
            return Optional.empty();
        }
        return Optional.of(reading.read());
    }

    private double real(String name) throws BadMessage {
        if (!next(name).isNumeric()) {
            throw kind(name, "a number");
        }
        return cbor.getDoubleValue();
    }

    /** Minutes from midnight. */
    double minutes() throws BadMessage {
        double minutes = real("the time of day");
        if (!(minutes >= 0 && minutes < 1440)) {
            throw new BadMessage(Rejection.OUT_OF_RANGE, "minutes are " + minutes + ", allowed is [0,1440)");
        }
        return minutes;
    }

    boolean flag(String name) throws BadMessage {
        JsonToken token = next(name);
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw kind(name, "true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    String text(String name, int most) throws BadMessage {
        if (next(name) != JsonToken.VALUE_STRING) {
            throw kind(name, "a text");
        }
        String text = cbor.getString();
        // Half of a pair, which UTF-8 forbids and the parser lets pass, could not be written again.
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new BadMessage(Rejection.MALFORMED, name + " is not in UTF-8");
        }
        if (text.length() > most) {
            throw new BadMessage(
                    Rejection.TOO_LARGE, name + " has " + text.length() + " characters, allowed are " + most);
        }
        return text;
    }

    /** A reason, made fit to be logged and shown. */
    String reason() throws BadMessage {
        return Names.reason(text("the reason", Integer.MAX_VALUE));
    }

    byte[] bytes(String name) throws BadMessage {
        // CBOR's "undefined" is an embedded object, too, but none of bytes.
        byte[] bytes = next(name) == JsonToken.VALUE_EMBEDDED_OBJECT ? cbor.getBinaryValue() : null;
        if (bytes == null) {
            throw kind(name, "a string of bytes");
        }
        return bytes;
    }

    byte[] bytes(String name, int length) throws BadMessage {
        byte[] bytes = bytes(name);
        if (bytes.length != length) {
            throw wrongShape(name + " has " + bytes.length + " bytes, allowed are " + length);
        }
        return bytes;
    }

    /** 64 bits that are no quantity. */
    long bits(String name) throws BadMessage {
        return ByteBuffer.wrap(bytes(name, Long.BYTES)).getLong();
    }

    ChunkPos chunk() throws BadMessage {
        begin("the chunk");
        ChunkPos chunk = new ChunkPos(component("chunk x"), component("chunk y"), component("chunk z"));
        end();
        return chunk;
    }

    private int component(String name) throws BadMessage {
        return integer(name, ChunkPos.MIN, ChunkPos.MAX);
    }

    Position position() throws BadMessage {
        begin("the position");
        double x = real("x");
        double y = real("y");
        double z = real("z");
        double yaw = real("the yaw");
        end();
        return value(Rejection.OUT_OF_RANGE, () -> new Position(x, y, z, yaw));
    }

    ServerAddress server() throws BadMessage {
        begin("the server");
        ServerAddress server =
                new ServerAddress(Names.host(text("the host", Integer.MAX_VALUE)), integer("the port", 1, 65_535));
        end();
        return server;
    }

    /** All elements of the next array. */
    <T> List<T> list(String name, int most, Reading<T> reading) throws BadMessage {
        begin(name);
        List<T> all = new ArrayList<>();
        while (peek() != JsonToken.END_ARRAY) {
            if (all.size() == most) {
                throw wrongShape(name + " are more than " + most);
            }
            all.add(reading.read());
        }
        end();
        return all;
    }

    /** What an object of ours makes of values from outside, whose exceptions name the value and what is allowed. */
    static <T> T value(Rejection rejection, Supplier<T> value) throws BadMessage {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new BadMessage(rejection, String.valueOf(e.getMessage()));
        }
    }

    static BadMessage unknown(String what, int type) {
        return new BadMessage(Rejection.UNKNOWN_TYPE, "a " + what + " of type " + type + " is not known");
    }

    static BadMessage wrongShape(String detail) {
        return new BadMessage(Rejection.WRONG_SHAPE, detail);
    }

    private BadMessage kind(String name, String allowed) {
        return wrongShape(name + " is " + words(cbor.currentToken()) + ", allowed is " + allowed);
    }

    private static String words(@Nullable JsonToken token) {
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_OBJECT -> "a map";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "an integer";
            case VALUE_NUMBER_FLOAT -> "a fraction";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            case VALUE_EMBEDDED_OBJECT -> "a string of bytes or undefined";
            default -> "something else";
        };
    }
}
