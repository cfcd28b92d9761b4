package org.voxelpopuli.kademlia.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.NodeId;

/** A message between nodes (SPEC V4.1). */
public sealed interface Envelope {
    /** The largest call id of the JSON dialect. */
    long MAX_JSON_ID = 0xFFFF_FFFFL;

    /** Chosen at random by the caller, echoed in the answer. Any 64 bits; in the JSON dialect 0..2^32-1. */
    long id();

    /**
     * A call.
     *
     * @param id of the call
     * @param node the sender
     * @param rpc the name of the procedure
     * @param args its arguments
     * @param options only CBOR carries them
     */
    record Request(long id, NodeId node, String rpc, List<WireValue> args, RequestOptions options) implements Envelope {
        public Request {
            args = List.copyOf(args);
        }

        /** A call without options. */
        public Request(long id, NodeId node, String rpc, List<WireValue> args) {
            this(id, node, rpc, args, RequestOptions.NONE);
        }
    }

    /**
     * The answer to a call.
     *
     * @param id of the call
     * @param rpc the name of the procedure that was called; only JSON carries it, and requires it
     * @param ret the result
     * @param options among them the node that answers; of these JSON carries the node alone, and requires it
     */
    record Reply(long id, Optional<String> rpc, WireValue ret, ReplyOptions options) implements Envelope {
        /** An answer that says who answers what, and so can be written in each dialect. */
        public Reply(long id, NodeId node, String rpc, WireValue ret) {
            this(id, Optional.of(rpc), ret, ReplyOptions.NONE.withNode(node));
        }

        /** The node that answers, if it says so. */
        public Optional<NodeId> node() {
            return options.node();
        }
    }

    /**
     * An answer that says why there is no result. Only CBOR has it: in JSON nothing is answered to a request that is not served.
     *
     * @param id of the call
     * @param number of the reason, 0..65535
     * @param text for people, at most {@value #MAX_TEXT} bytes of UTF-8
     * @param options as of a reply
     */
    record Refusal(long id, int number, String text, ReplyOptions options) implements Envelope {
        /** Bytes of the text. */
        public static final int MAX_TEXT = 200;

        /** The largest number of a reason. */
        public static final int MAX_NUMBER = 65_535;

        /** @throws IllegalArgumentException if the number is out of range or the text is too long */
        public Refusal {
            if (number < 0 || number > MAX_NUMBER) {
                throw new IllegalArgumentException(
                        "the number of a refusal is " + number + ", allowed is 0.." + MAX_NUMBER);
            }
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_TEXT) {
                throw new IllegalArgumentException(
                        "the text of a refusal has " + bytes + " bytes, allowed are " + MAX_TEXT);
            }
        }

        /** A refusal without options. */
        public Refusal(long id, RefusalCode code, String text) {
            this(id, code.number(), text, ReplyOptions.NONE);
        }

        /** The reason, as far as it is known here. */
        public RefusalCode code() {
            return RefusalCode.of(number);
        }
    }
}
