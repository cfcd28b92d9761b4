package org.voxelpopuli.protocol.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.Rejection;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Reads a frame as JSON, within limits, into the few shapes that the dialect has. */
final class JsonBytes {
    /** Beyond any name or reason that is allowed. */
    private static final int MAX_STRING = 4096;

    private static final int MAX_FIELD_NAME = 256;
    private static final int MAX_NUMBER = 64;

    private final JsonFactory factory;
    private final int maxDepth;

    JsonBytes(int maxDepth) {
        this.maxDepth = maxDepth;
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(MAX_STRING)
                        .maxNameLength(MAX_FIELD_NAME)
                        .maxNumberLength(MAX_NUMBER)
                        .build())
                .build();
    }

    /** What to do with an open parser. */
    @FunctionalInterface
    interface Reading<T> {
        T read(JsonParser json) throws BadMessage;
    }

    /**
     * Parses {@code frame} from {@code offset}: the reading begins at the first token and must end at the last token of the
     * value; anything after the value but whitespace is refused.
     */
    <T> T read(byte[] frame, int offset, Reading<T> reading) throws BadMessage {
        requireUtf8(frame, offset);
        try (JsonParser json = factory.createParser(ObjectReadContext.empty(), frame, offset, frame.length - offset)) {
            if (json.nextToken() == null) {
                throw new BadMessage(Rejection.MALFORMED, "no JSON value");
            }
            T value = reading.read(json);
            if (json.nextToken() != null) {
                throw new BadMessage(Rejection.MALFORMED, "more than one JSON value, allowed is one");
            }
            return value;
        } catch (StreamConstraintsException e) {
            throw new BadMessage(
                    Rejection.TOO_LARGE,
                    "a string, name, number or the nesting is too large, allowed are " + MAX_STRING + " characters, "
                            + MAX_FIELD_NAME + ", " + MAX_NUMBER + ", and " + maxDepth + " levels");
        } catch (JacksonException e) {
            long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
            throw new BadMessage(
                    Rejection.MALFORMED, "not well-formed JSON in UTF-8" + (at < 0 ? "" : " near byte " + at));
        }
    }

    /** The parser would take zero bytes at the beginning for a sign of UTF-16 or UTF-32. */
    private static void requireUtf8(byte[] frame, int offset) throws BadMessage {
        for (int i = offset; i < Math.min(frame.length, offset + 4); i++) {
            if (frame[i] == 0) {
                throw new BadMessage(Rejection.MALFORMED, "a zero byte at " + i + ", allowed is JSON in UTF-8");
            }
        }
    }

    static void requireObject(JsonParser json) throws BadMessage {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw wrongShape("the message is " + kind(json.currentToken()) + ", allowed is an object");
        }
    }

    static String string(JsonParser json, String field) throws BadMessage {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw wrongShape("'" + field + "' is " + kind(json.currentToken()) + ", allowed is a string");
        }
        return json.getString();
    }

    static double number(JsonParser json, String field) throws BadMessage {
        JsonToken token = json.currentToken();
        if (token == null || !token.isNumeric()) {
            throw wrongShape("'" + field + "' is or holds " + kind(token) + ", allowed is a number");
        }
        return json.getDoubleValue();
    }

    /** A list of at most {@code most} numbers. */
    static double[] numbers(JsonParser json, String field, int most) throws BadMessage {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrongShape("'" + field + "' is " + kind(json.currentToken()) + ", allowed is a list of numbers");
        }
        double[] numbers = new double[Math.min(most, 8)];
        int count = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (count == most) {
                throw wrongShape("'" + field + "' has more than " + most + " numbers");
            }
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, Math.min(most, count * 2));
            }
            numbers[count++] = number(json, field);
        }
        return Arrays.copyOf(numbers, count);
    }

    /** A list of at most {@code most} strings and numbers. */
    static List<Object> scalars(JsonParser json, String field, int most) throws BadMessage {
        List<Object> scalars = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (scalars.size() == most) {
                throw wrongShape(field + " has more than " + most + " elements");
            }
            scalars.add(
                    json.currentToken() == JsonToken.VALUE_STRING ? json.getString() : (Object) number(json, field));
        }
        return scalars;
    }

    static BadMessage wrongShape(String detail) {
        return new BadMessage(Rejection.WRONG_SHAPE, detail);
    }

    static BadMessage twice(String field) {
        return wrongShape("'" + field + "' occurs twice");
    }

    static BadMessage missing(String field, String allowed) {
        return wrongShape("'" + field + "' is missing, allowed is " + allowed);
    }

    /** A token in words. */
    static String kind(JsonToken token) {
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            default -> "nothing";
        };
    }
}
