package org.voxelpopuli.kademlia.wire;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.protocol.Rejection;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Values as JSON text. Pure and thread-safe. */
public final class JsonValues {
    static final JsonFactory FACTORY = JsonFactory.builder()
            // A stranger's field names must not be remembered for good, nor may bytes be taken for UTF-16.
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(WireLimits.MAX_DEPTH)
                    .maxStringLength(WireLimits.MAX_TEXT)
                    .maxNameLength(WireLimits.MAX_FIELD_NAME)
                    .maxNumberLength(WireLimits.MAX_NUMBER)
                    .maxTokenCount(WireLimits.MAX_ITEMS)
                    .build())
            .build();

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private JsonValues() {}

    /** The JSON text of a value, without spaces. */
    public static String write(WireValue value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(value, generator);
        }
        return text.toString();
    }

    /** As {@link #write(WireValue)}, in UTF-8. */
    static byte[] writeBytes(WireValue value) {
        return write(value).getBytes(StandardCharsets.UTF_8);
    }

    /** The inverse of {@link #write(WireValue)}. */
    public static WireValue read(String text) throws BadValueException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            WireValue value = read(parser);
            requireEnd(parser);
            return value;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Reads one value that is all of these bytes of UTF-8. */
    static WireValue read(byte[] json) throws BadValueException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            WireValue value = read(parser);
            requireEnd(parser);
            return value;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    static BadValueException malformed(JacksonException e) {
        return e instanceof StreamConstraintsException
                ? new BadValueException(
                        Rejection.TOO_LARGE,
                        "JSON is too large or nested deeper than " + WireLimits.MAX_DEPTH + " levels")
                : new BadValueException(Rejection.MALFORMED, "no JSON, or cut short");
    }

    static void requireEnd(JsonParser parser) throws BadValueException {
        if (parser.nextToken() != null) {
            throw new BadValueException(Rejection.MALFORMED, "something follows the JSON value");
        }
    }

    /** Reads the value whose first token is the current one; ends at its last. Recursion is bounded by the parser's depth limit. */
    static WireValue read(JsonParser parser) throws BadValueException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new BadValueException(Rejection.MALFORMED, "no JSON value");
        }
        return switch (token) {
            case VALUE_STRING -> new WireValue.Text(unicode(parser.getString()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new WireValue.Num(parser.getString());
            case VALUE_TRUE -> WireValue.TRUE;
            case VALUE_FALSE -> WireValue.FALSE;
            case VALUE_NULL -> WireValue.NULL;
            case START_ARRAY -> readItems(parser);
            case START_OBJECT -> readFields(parser);
            default -> throw new BadValueException(Rejection.MALFORMED, "no JSON value");
        };
    }

    /** JSON can escape half a character, which no UTF-8 can carry, so the other dialect could not pass it on. */
    private static String unicode(String text) throws BadValueException {
        if (!WireValue.Text.isUnicode(text)) {
            throw new BadValueException(
                    Rejection.MALFORMED, "a text has an unpaired surrogate, allowed are whole characters");
        }
        return text;
    }

    private static WireValue readItems(JsonParser parser) throws BadValueException {
        List<WireValue> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(read(parser));
        }
        return new WireValue.Items(items);
    }

    private static WireValue readFields(JsonParser parser) throws BadValueException {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = unicode(parser.currentName());
            parser.nextToken();
            if (fields.put(name, read(parser)) != null) {
                throw new BadValueException(Rejection.WRONG_SHAPE, "a field occurs twice, allowed is once");
            }
        }
        return new WireValue.Fields(fields);
    }

    static void write(WireValue value, JsonGenerator generator) {
        if (value instanceof WireValue.Text text) {
            generator.writeString(text.text());
        } else if (value instanceof WireValue.Num number) {
            generator.writeNumber(number.literal());
        } else if (value instanceof WireValue.Bool bool) {
            generator.writeBoolean(bool.value());
        } else if (value instanceof WireValue.Items items) {
            generator.writeStartArray();
            for (WireValue item : items.items()) {
                write(item, generator);
            }
            generator.writeEndArray();
        } else if (value instanceof WireValue.Fields fields) {
            generator.writeStartObject();
            fields.fields().forEach((name, field) -> {
                generator.writeName(name);
                write(field, generator);
            });
            generator.writeEndObject();
        } else if (value instanceof WireValue.Id id) {
            generator.writeString(id.id().toString());
        } else if (value instanceof WireValue.Contacts contacts) {
            generator.writeStartArray();
            for (Contact contact : contacts.contacts()) {
                generator.writeStartArray();
                generator.writeString(WireReader.host(contact.address().getAddress()));
                generator.writeNumber(contact.address().getPort());
                generator.writeString(contact.id().toString());
                generator.writeEndArray();
            }
            generator.writeEndArray();
        } else if (value instanceof WireValue.Bytes bytes) {
            generator.writeString(BASE64.encodeToString(bytes.array()));
        } else {
            generator.writeNull();
        }
    }
}
