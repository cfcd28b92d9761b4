package org.voxelpopuli.kademlia.records;

import java.util.List;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.Rpc;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/**
 * The shape of the procedures that store a record: {@code STORE_...(key, value)} returns {@code true}; {@code false} if it was not kept.
 *
 * <pre>{@code
 * final class StoreNoteRpc extends StoreRecordRpc {
 *     StoreNoteRpc(RecordStore store) {
 *         super("STORE_NOTE", store);
 *     }
 * }
 * }</pre>
 */
public abstract class StoreRecordRpc extends Rpc<StoreRecordRpc.Arguments, Boolean> {
    /**
     * What is stored.
     *
     * @param key where
     * @param value what
     */
    public record Arguments(NodeId key, WireValue value) {}

    private final RecordStore store;

    /** Stores into this store. */
    protected StoreRecordRpc(String name, RecordStore store) {
        super(name);
        this.store = store;
    }

    @Override
    public final List<WireValue> writeArguments(Arguments arguments) {
        return List.of(WireValue.of(arguments.key()), arguments.value());
    }

    @Override
    public final Arguments readArguments(List<WireValue> arguments) throws BadValueException {
        requireCount(arguments, 2);
        NodeId key = WireReader.id(arguments.get(0), "the key");
        store.kind().check().check(arguments.get(1));
        return new Arguments(key, arguments.get(1));
    }

    @Override
    public final WireValue writeResult(Boolean kept) {
        return kept ? WireValue.TRUE : WireValue.FALSE;
    }

    @Override
    public final Boolean readResult(WireValue result) throws BadValueException {
        if (result instanceof WireValue.Bool kept) {
            return kept.value();
        }
        throw new BadValueException(Rejection.WRONG_SHAPE, "the result of a STORE is neither true nor false");
    }

    @Override
    protected final Boolean handle(Contact caller, Arguments arguments) {
        return store.keep(arguments.key(), arguments.value());
    }

    @Override
    protected final boolean leavesSomething() {
        return true;
    }
}
