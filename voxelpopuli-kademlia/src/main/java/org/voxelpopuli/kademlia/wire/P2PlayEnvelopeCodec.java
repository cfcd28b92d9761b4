package org.voxelpopuli.kademlia.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Rejection;

/**
 * The dialect of the public implementation of P2Play (SPEC P8, docs/p2play-dialect.md): one JSON object per datagram. It has four methods, which are PING, FIND_NODE, FIND_FILE and
 * STORE_FILE; an answer names neither its method nor who answers, but for that of {@code ping}, which is the id.
 *
 * <p>What other peers write is read with patience where that costs nothing: contacts and providers at addresses that are no IP addresses are passed over, and a kad-file
 * that cannot be read counts as none.
 */
public final class P2PlayEnvelopeCodec implements EnvelopeCodec {
    private static final Map<String, String> METHODS = Map.of(
            "PING", "ping",
            "FIND_NODE", "find_node",
            "FIND_FILE", "find_value",
            "STORE_FILE", "store");

    /** The public implementation is written in Python, and names its exceptions. */
    private static final String BAD_ARGUMENTS = "ValueError";

    private static final String OTHER_ERROR = "RuntimeError";
    private static final int MAX_ERROR = 50;

    @Override
    public boolean knows(String rpc) {
        return METHODS.containsKey(rpc);
    }

    /**
     * Writes a message about one of the four procedures.
     *
     * @throws IllegalStateException for another procedure, and for a reply that does not say of which it is
     */
    @Override
    public byte[] encode(Envelope envelope) {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        if (envelope instanceof Envelope.Request request) {
            List<WireValue> args = new ArrayList<>();
            args.add(P2PlayValues.integer(request.node()));
            for (WireValue argument : request.args()) {
                args.add(P2PlayValues.outgoing(argument));
            }
            fields.put("type", WireValue.of("request"));
            fields.put("id", callId(request.id()));
            fields.put("method", WireValue.of(method(request.rpc())));
            fields.put("args", new WireValue.Items(args));
            fields.put("kwargs", new WireValue.Fields(Map.of()));
        } else if (envelope instanceof Envelope.Reply reply) {
            String method = method(reply.rpc().orElseThrow(() -> new IllegalStateException("whose reply is it?")));
            putResult(fields, reply.id(), result(method, reply.ret()), WireValue.NULL);
        } else if (envelope instanceof Envelope.Refusal refusal) {
            // A peer of P2Play that holds a newer kad-file says nothing of it.
            putResult(
                    fields,
                    refusal.id(),
                    WireValue.NULL,
                    refusal.code() == RefusalCode.TOO_OLD ? WireValue.NULL : error(refusal));
        }
        return JsonValues.writeBytes(new WireValue.Fields(fields));
    }

    private static void putResult(Map<String, WireValue> fields, long id, WireValue result, WireValue error) {
        fields.put("type", WireValue.of("result"));
        fields.put("id", callId(id));
        fields.put("result", result);
        fields.put("error", error);
    }

    private static String method(String rpc) {
        String method = METHODS.get(rpc);
        if (method == null) {
            throw new IllegalStateException("the dialect of P2Play has no " + rpc);
        }
        return method;
    }

    private static WireValue callId(long id) {
        return new WireValue.Num(Long.toUnsignedString(id));
    }

    private static WireValue error(Envelope.Refusal refusal) {
        Map<String, WireValue> error = new LinkedHashMap<>();
        error.put("type", WireValue.of(refusal.code() == RefusalCode.BAD_VALUE ? BAD_ARGUMENTS : OTHER_ERROR));
        error.put("args", WireValue.items(WireValue.of(refusal.text())));
        return new WireValue.Fields(error);
    }

    private static WireValue result(String method, WireValue ret) {
        if (method.equals("store")) {
            return WireValue.NULL;
        }
        if (ret instanceof WireValue.Fields found) {
            return P2PlayValues.outgoing(found.fields().getOrDefault("value", field(found.fields(), "nodes")));
        }
        return P2PlayValues.outgoing(ret);
    }

    @Override
    public Decoded<Envelope> decode(byte[] datagram) {
        try {
            Map<String, WireValue> fields = WireReader.fields(JsonValues.read(datagram), "a datagram");
            String type = WireReader.text(field(fields, "type"), "type", WireLimits.MAX_RPC_NAME);
            long id = P2PlayValues.callId(field(fields, "id"));
            return new Decoded.Accepted<>(
                    switch (type) {
                        case "request" -> request(id, fields);
                        case "result" -> answer(id, fields);
                        default ->
                            throw new BadValueException(
                                    Rejection.WRONG_SHAPE, "type is unknown, allowed are request and result");
                    });
        } catch (BadValueException e) {
            return new Decoded.Rejected<>(e.rejection(), String.valueOf(e.getMessage()));
        }
    }

    private static WireValue field(Map<String, WireValue> fields, String name) {
        return fields.getOrDefault(name, WireValue.NULL);
    }

    private static Envelope.Request request(long id, Map<String, WireValue> fields) throws BadValueException {
        String method = WireReader.text(field(fields, "method"), "method", WireLimits.MAX_RPC_NAME);
        List<WireValue> args = WireReader.items(field(fields, "args"), "args");
        WireValue named = field(fields, "kwargs");
        if (!named.equals(WireValue.NULL) && !WireReader.fields(named, "kwargs").isEmpty()) {
            throw new BadValueException(Rejection.WRONG_SHAPE, "kwargs is not empty, allowed are no named arguments");
        }
        int count =
                switch (method) {
                    case "ping" -> 1;
                    case "find_node", "find_value" -> 2;
                    case "store" -> 3;
                    default ->
                        throw new BadValueException(
                                Rejection.WRONG_SHAPE,
                                "method is unknown, allowed are ping, find_node, find_value and store");
                };
        if (args.size() != count) {
            throw new BadValueException(
                    Rejection.WRONG_SHAPE, method + " has " + args.size() + " arguments, allowed are " + count);
        }
        NodeId sender = P2PlayValues.id(args.get(0), "the sender");
        List<WireValue> meant = new ArrayList<>();
        if (count > 1) {
            meant.add(WireValue.of(P2PlayValues.id(args.get(1), "the key")));
        }
        if (count > 2) {
            meant.add(P2PlayValues.kadFile(args.get(2)));
        }
        return new Envelope.Request(id, sender, rpc(method), meant);
    }

    private static String rpc(String method) {
        return METHODS.entrySet().stream()
                .filter(entry -> entry.getValue().equals(method))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private static Envelope answer(long id, Map<String, WireValue> fields) {
        WireValue error = field(fields, "error");
        return error.equals(WireValue.NULL)
                ? new Envelope.Reply(id, Optional.empty(), field(fields, "result"), ReplyOptions.NONE)
                : new Envelope.Refusal(id, RefusalCode.OTHER, shortened(JsonValues.write(error)));
    }

    /** JSON has no control characters, so it can stand in a log. */
    private static String shortened(String json) {
        int end = Math.min(json.length(), MAX_ERROR);
        return json.substring(0, end > 0 && Character.isHighSurrogate(json.charAt(end - 1)) ? end - 1 : end);
    }

    @Override
    public Envelope.Reply answerOf(String rpc, Envelope.Reply reply) throws BadValueException {
        return switch (rpc) {
            case "PING" -> {
                NodeId id = P2PlayValues.id(reply.ret(), "the result of ping");
                yield new Envelope.Reply(reply.id(), id, rpc, WireValue.of(id));
            }
            case "FIND_NODE" -> with(reply, P2PlayValues.contacts(reply.ret()));
            case "FIND_FILE" -> with(reply, found(reply.ret()));
            case "STORE_FILE" -> with(reply, WireValue.TRUE);
            default -> throw new BadValueException(Rejection.WRONG_SHAPE, "P2Play has no " + rpc);
        };
    }

    private static Envelope.Reply with(Envelope.Reply reply, WireValue ret) {
        return new Envelope.Reply(reply.id(), Optional.empty(), ret, reply.options());
    }

    private static WireValue found(WireValue result) throws BadValueException {
        if (result instanceof WireValue.Fields) {
            try {
                return new WireValue.Fields(Map.of("value", P2PlayValues.kadFile(result)));
            } catch (BadValueException e) {
                // Its holder has let it in and means no harm; whoever has a better one is found all the same.
                return new WireValue.Fields(Map.of("nodes", new WireValue.Contacts(List.of())));
            }
        }
        return new WireValue.Fields(Map.of("nodes", P2PlayValues.contacts(result)));
    }
}
