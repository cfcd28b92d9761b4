package org.voxelpopuli.kademlia.records;

import java.util.LinkedHashMap;
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
 * The shape of the procedures that find a record: {@code FIND_...(key)} returns {@code {"value": v}}, beside which {@code "signed"} has the
 * {@link RecordSignature} if there is one, or {@code {"nodes": [[address, port, id], ...]}} with the closest nodes that the answering one knows, as many as hold a record of the kind.
 *
 * <pre>{@code
 * final class FindNoteRpc extends FindRecordRpc {
 *     FindNoteRpc(RecordStore store, Function<NodeId, List<Contact>> closest) {
 *         super("FIND_NOTE", store, closest);
 *     }
 * }
 * }</pre>
 */
public abstract class FindRecordRpc extends Rpc<FindArguments, Answer<DhtRecord>> {
    private static final FindArguments.Pages<Answer<DhtRecord>> PAGES = new FindArguments.Pages<>() {
        @Override
        public List<Contact> contacts(Answer<DhtRecord> result) {
            return result.contacts();
        }

        @Override
        public Answer<DhtRecord> with(Answer<DhtRecord> result, List<Contact> contacts) {
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
    public final WireValue writeResult(Answer<DhtRecord> answer) {
        if (answer.value().isEmpty()) {
            return new WireValue.Fields(Map.of("nodes", new WireValue.Contacts(answer.contacts())));
        }
        DhtRecord record = answer.value().get();
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put("value", record.value());
        record.signature().ifPresent(signature -> fields.put("signed", signature.write()));
        return new WireValue.Fields(fields);
    }

    @Override
    public final Answer<DhtRecord> readResult(WireValue result) throws BadValueException {
        Map<String, WireValue> fields = WireReader.fields(result, "the result of a FIND");
        @Nullable WireValue value = fields.get("value");
        if (value != null) {
            return Answer.of(store.kind().read(value, fields.getOrDefault("signed", WireValue.NULL)));
        }
        @Nullable WireValue nodes = fields.get("nodes");
        if (nodes == null) {
            throw new BadValueException(Rejection.WRONG_SHAPE, "the result of a FIND has neither 'value' nor 'nodes'");
        }
        return Answer.of(WireReader.contacts(nodes, "nodes"));
    }

    @Override
    protected final Answer<DhtRecord> handle(Contact caller, FindArguments arguments) {
        return store.answer(arguments.key())
                .map(Answer::of)
                .orElseGet(() -> Answer.of(arguments.rest(told(closest.apply(arguments.key())))));
    }

    /** Who looks for a few holders is told no more. */
    private List<Contact> told(List<Contact> all) {
        return all.subList(0, Math.min(all.size(), store.kind().holders()));
    }

    @Override
    protected final Optional<ContactPages<FindArguments, Answer<DhtRecord>>> pages() {
        return Optional.of(PAGES);
    }
}
