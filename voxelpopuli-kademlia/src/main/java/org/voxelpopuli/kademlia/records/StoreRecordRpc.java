package org.voxelpopuli.kademlia.records;

import java.util.List;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.Rpc;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.RefusalCode;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/**
 * The shape of the procedures that store a record: {@code STORE_...(key, value)}, or {@code STORE_...(key, value, signed)} with a {@link RecordSignature},
 * returns {@code true}. What is not kept is refused with a reason; in JSON, which has no refusals, it returns {@code false}.
 *
 * <pre>{@code
 * final class StoreNoteRpc extends StoreRecordRpc {
 *     StoreNoteRpc(RecordStore store) {
 *         super("STORE_NOTE", store);
 *     }
 * }
 * }</pre>
 */
public abstract class StoreRecordRpc extends Rpc<StoreRecordRpc.Arguments, StoreOutcome> {
    /**
     * What is stored.
     *
     * @param key where
     * @param record what
     */
    public record Arguments(NodeId key, DhtRecord record) {}

    private final RecordStore store;

    /** Stores into this store. */
    protected StoreRecordRpc(String name, RecordStore store) {
        super(name);
        this.store = store;
    }

    @Override
    public final List<WireValue> writeArguments(Arguments arguments) {
        WireValue key = WireValue.of(arguments.key());
        DhtRecord record = arguments.record();
        return record.signature()
                .map(signature -> List.of(key, record.value(), signature.write()))
                .orElseGet(() -> List.of(key, record.value()));
    }

    @Override
    public final Arguments readArguments(List<WireValue> arguments) throws BadValueException {
        if (arguments.size() < 2 || arguments.size() > 3) {
            throw new BadValueException(Rejection.WRONG_SHAPE, arguments.size() + " arguments, allowed are 2 or 3");
        }
        NodeId key = WireReader.id(arguments.get(0), "the key");
        WireValue signed = arguments.size() == 3 ? arguments.get(2) : WireValue.NULL;
        return new Arguments(key, store.kind().read(arguments.get(1), signed));
    }

    @Override
    public final WireValue writeResult(StoreOutcome outcome) {
        return outcome == StoreOutcome.KEPT ? WireValue.TRUE : WireValue.FALSE;
    }

    @Override
    public final StoreOutcome readResult(WireValue result) throws BadValueException {
        if (result instanceof WireValue.Bool kept) {
            return kept.value() ? StoreOutcome.KEPT : StoreOutcome.REFUSED;
        }
        throw new BadValueException(Rejection.WRONG_SHAPE, "the result of a STORE is neither true nor false");
    }

    @Override
    protected final StoreOutcome handle(Contact caller, Arguments arguments) {
        return store.offer(arguments.key(), arguments.record(), caller.address().getAddress());
    }

    @Override
    protected final Optional<RefusalCode> refusal(StoreOutcome outcome) {
        return outcome.refusal();
    }

    @Override
    protected final Optional<StoreOutcome> refused(RefusalCode code) {
        return Optional.of(StoreOutcome.of(code));
    }

    @Override
    protected final boolean leavesSomething() {
        return true;
    }
}
