package org.voxelpopuli.spring.actuate.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;
import org.voxelpopuli.spring.NodeView;

/** {@code /actuator/dht}: a {@link KademliaStatus}. {@code /actuator/dht/lookup/{key}}: a lookup, step by step. */
@WebEndpoint(id = "dht", defaultAccess = Access.READ_ONLY)
public final class DhtEndpoint {
    private static final int MAX_KEY_CHARACTERS = 256;
    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{" + NodeId.HEX_DIGITS + "}");

    private final NodeView view;
    private final Traces traces;

    /** An endpoint that shows that node. */
    public DhtEndpoint(NodeView view) {
        this.view = view;
        this.traces = new Traces(view::trace);
    }

    /**
     * What the node knows and does.
     *
     * @param format {@code json}, which is the default, or {@code text}
     * @return 200 with the status, or with the tree of buckets as plain text; 400 if the format is none; 404 if the node's directory is no DHT; 503 if
     *     the node does not answer in time
     */
    @ReadOperation
    public WebEndpointResponse<Object> dht(@Nullable String format) {
        Optional<Function<KademliaStatus, WebEndpointResponse<Object>>> shown =
                Format.of(format, status -> status, KademliaStatus::toString);
        return shown.isEmpty()
                ? Format.unknown()
                : Answer.of(() -> view.dht().map(shown.get()).orElseGet(Answer::noDht));
    }

    /**
     * Looks up a key in the network, now, and shows how that went. Changes nothing but what the node learns of others by talking to them.
     *
     * @param what {@code lookup}
     * @param key 40 hex digits, or any other text of 1 to 256 characters, whose SHA-1 it stands for
     * @param format {@code json}, which is the default, or {@code text}
     * @return 200 with {@link Trace}, or with a table as plain text; 400 if key or format are none; 404 if {@code what} is something else or the
     *     node's directory is no DHT; 429 if four such lookups run already; 503 if this one does not end within {@link NodeView#LOOKUP_LIMIT}
     */
    @ReadOperation
    public WebEndpointResponse<Object> lookup(@Selector String what, @Selector String key, @Nullable String format) {
        if (!what.equals("lookup")) {
            return Answer.problem(
                    "there is nothing of this name; a lookup is traced at /actuator/dht/lookup/{key}",
                    WebEndpointResponse.STATUS_NOT_FOUND);
        }
        Optional<Function<LookupTrace, WebEndpointResponse<Object>>> shown =
                Format.of(format, Trace::of, LookupTrace::toString);
        if (shown.isEmpty()) {
            return Format.unknown();
        }
        if (key.isBlank() || key.length() > MAX_KEY_CHARACTERS || key.chars().anyMatch(Character::isISOControl)) {
            return Answer.problem(
                    "this is no key, allowed are " + NodeId.HEX_DIGITS + " hex digits, or any other text of 1 to "
                            + MAX_KEY_CHARACTERS
                            + " characters without control characters, whose SHA-1 is then looked up",
                    WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        return traces.answer(ID.matcher(key).matches() ? NodeId.parse(key) : NodeId.sha1Of(key), shown.get());
    }

    /**
     * A {@link LookupTrace} as text and numbers.
     *
     * @param target what was looked up, 40 hex digits
     * @param took from its beginning to its end
     * @param closest what was found, the closest first
     * @param steps in the order of time
     */
    public record Trace(String target, Duration took, List<Node> closest, List<Step> steps) {
        static Trace of(LookupTrace trace) {
            return new Trace(
                    trace.target().toString(),
                    trace.took(),
                    trace.closest().stream().map(Node::of).toList(),
                    trace.steps().stream().map(Step::of).toList());
        }
    }

    /**
     * A {@link LookupTrace.Step} as text and numbers.
     *
     * @param at since the lookup began
     * @param event what happened
     * @param node to or by whom
     * @param hop how many contacts away from us it was learned, from 1
     * @param told how many contacts it answered with; 0 where it did not answer
     */
    public record Step(Duration at, LookupTrace.Event event, Node node, int hop, int told) {
        static Step of(LookupTrace.Step step) {
            return new Step(step.at(), step.event(), Node.of(step.contact()), step.hop(), step.told());
        }
    }

    /**
     * A {@link Contact} as text.
     *
     * @param id 40 hex digits
     * @param address {@code host:port}
     */
    public record Node(String id, String address) {
        static Node of(Contact contact) {
            return new Node(contact.id().toString(), contact.hostAndPort());
        }
    }
}
