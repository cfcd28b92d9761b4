package org.voxelpopuli.kademlia.records;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Answer;
import org.voxelpopuli.kademlia.rpc.ContactPages;
import org.voxelpopuli.kademlia.rpc.FindArguments;
import org.voxelpopuli.kademlia.rpc.Rpc;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/**
 * The shape of the procedures that find a record: {@code FIND_...(key)} returns {@code {"value": v}}, or
 * {@code {"nodes": [[address, port, id], ...]}} with the closest nodes that the answering one knows.
 *
 * <pre>{@code
 * final class FindNoteRpc extends FindRecordRpc {
 *     FindNoteRpc(RecordStore store, Function<NodeId, List<Contact>> closest) {
 *         super("FIND_NOTE", store, closest);
 *     }
 * }
 * }</pre>
 */
public abstract class FindRecordRpc extends Rpc<FindArguments, Answer<WireValue>> {
    private static final FindArguments.Pages<Answer<WireValue>> PAGES = new FindArguments.Pages<>() {
        @Override
        public List<Contact> contacts(Answer<WireValue> result) {
            return result.contacts();
        }

        @Override
        public Answer<WireValue> with(Answer<WireValue> result, List<Contact> contacts) {
            return Answer.of(contacts);
        }
    };

    private final RecordStore store;
    private final Function<NodeId, List<Contact>> closest;

    /** Finds in this store, and else gives the nodes that the function gives. */
    protected FindRecordRpc(String name, RecordStore store, Function<NodeId, List<Contact>> closest) {
        super(name);
        this.store = store;
        this.closest = closest;
    }

    @Override
    public final List<WireValue> writeArguments(FindArguments arguments) {
        return arguments.write();
    }

    @Override
    public final FindArguments readArguments(List<WireValue> arguments) throws BadValueException {
        return FindArguments.read(arguments);
    }

    @Override
    public final WireValue writeResult(Answer<WireValue> answer) {
        return new WireValue.Fields(answer.value()
                .map(value -> Map.of("value", value))
                .orElseGet(() -> Map.of("nodes", new WireValue.Contacts(answer.contacts()))));
    }

    @Override
    public final Answer<WireValue> readResult(WireValue result) throws BadValueException {
        @Nullable WireValue value = WireReader.field(result, "the result of a FIND", "value");
        if (value != null) {
            store.kind().check().check(value);
            return Answer.of(value);
        }
        @Nullable WireValue nodes = WireReader.field(result, "the result of a FIND", "nodes");
        if (nodes == null) {
            throw new BadValueException(Rejection.WRONG_SHAPE, "the result of a FIND has neither 'value' nor 'nodes'");
        }
        return Answer.of(WireReader.contacts(nodes, "nodes"));
    }

    @Override
    protected final Answer<WireValue> handle(Contact caller, FindArguments arguments) {
        return store.get(arguments.key())
                .map(Answer::of)
                .orElseGet(() -> Answer.of(arguments.rest(closest.apply(arguments.key()))));
    }

    @Override
    protected final Optional<ContactPages<FindArguments, Answer<WireValue>>> pages() {
        return Optional.of(PAGES);
    }
}
