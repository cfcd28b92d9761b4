package org.voxelpopuli.kademlia.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;

/**
 * The seed's dialect: one JSON object per datagram, fields in SPEC V4.1's order when written, in any order when read. Fields that are
 * not known are ignored, but must be JSON. It has no options (but a reply always names its node), and no refusals.
 */
public final class JsonEnvelopeCodec implements EnvelopeCodec {
    /**
     * Writes a request, or a reply that says who answers what.
     *
     * @throws IllegalStateException for what this dialect cannot say: a refusal (nothing is answered to a bad request), a reply without node or name, a call id
     *     above {@link Envelope#MAX_JSON_ID}
     */
    @Override
    public byte[] encode(Envelope envelope) {
        if (envelope.id() < 0 || envelope.id() > Envelope.MAX_JSON_ID) {
            throw new IllegalStateException(
                    "the call id of a JSON datagram is out of range, allowed is 0.." + Envelope.MAX_JSON_ID);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator generator = JsonValues.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            generator.writeStartObject();
            if (envelope instanceof Envelope.Request request) {
                writeHead(generator, request.id(), request.node(), true, request.rpc());
                generator.writeName("args");
                generator.writeStartArray();
                for (WireValue argument : request.args()) {
                    JsonValues.write(argument, generator);
                }
                generator.writeEndArray();
            } else if (envelope instanceof Envelope.Reply reply) {
                writeHead(
                        generator,
                        reply.id(),
                        reply.node().orElseThrow(() -> new IllegalStateException("a JSON reply needs a node")),
                        false,
                        reply.rpc()
                                .orElseThrow(() ->
                                        new IllegalStateException("a JSON reply needs the name of the procedure")));
                generator.writeName("ret");
                JsonValues.write(reply.ret(), generator);
            } else {
                throw new IllegalStateException(
                        "the JSON dialect has no refusals: what it does not understand it does not answer");
            }
            generator.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void writeHead(JsonGenerator generator, long id, NodeId node, boolean call, String rpc) {
        generator.writeNumberProperty("id", id);
        generator.writeStringProperty("node", node.toString());
        generator.writeBooleanProperty("call", call);
        generator.writeStringProperty("rpc", rpc);
    }

    @Override
    public Decoded<Envelope> decode(byte[] datagram) {
        try {
            return new Decoded.Accepted<>(read(datagram));
        } catch (BadValueException e) {
            return new Decoded.Rejected<>(e.rejection(), String.valueOf(e.getMessage()));
        }
    }

    private static Envelope read(byte[] datagram) throws BadValueException {
        try (JsonParser parser = JsonValues.FACTORY.createParser(ObjectReadContext.empty(), datagram)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadValueException(Rejection.MALFORMED, "a datagram is no JSON object");
            }
            Parts parts = new Parts();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                parts.put(name, JsonValues.read(parser));
            }
            JsonValues.requireEnd(parser);
            return parts.build();
        } catch (JacksonException e) {
            throw JsonValues.malformed(e);
        }
    }

    /** The fields as they come. */
    private static final class Parts {
        private static final List<String> NAMES = List.of("id", "node", "call", "rpc", "args", "ret");

        private final @Nullable WireValue[] values = new @Nullable WireValue[NAMES.size()];

        void put(String name, WireValue value) throws BadValueException {
            int at = NAMES.indexOf(name);
            if (at >= 0 && values[at] != null) {
                throw new BadValueException(Rejection.WRONG_SHAPE, "field '" + name + "' occurs twice");
            }
            if (at >= 0) {
                values[at] = value;
            }
        }

        private WireValue require(String name) throws BadValueException {
            WireValue value = values[NAMES.indexOf(name)];
            if (value == null) {
                throw new BadValueException(Rejection.WRONG_SHAPE, "field '" + name + "' is missing");
            }
            return value;
        }

        Envelope build() throws BadValueException {
            long id = WireReader.integer(require("id"), "id", 0, Envelope.MAX_JSON_ID);
            NodeId node = WireReader.id(require("node"), "node");
            String rpc = WireReader.text(require("rpc"), "rpc", WireLimits.MAX_RPC_NAME);
            if (!(require("call") instanceof WireValue.Bool call)) {
                throw new BadValueException(Rejection.WRONG_SHAPE, "call has the wrong type, allowed is true or false");
            }
            return call.value()
                    ? new Envelope.Request(id, node, rpc, new ArrayList<>(WireReader.items(require("args"), "args")))
                    : new Envelope.Reply(id, node, rpc, require("ret"));
        }
    }
}
