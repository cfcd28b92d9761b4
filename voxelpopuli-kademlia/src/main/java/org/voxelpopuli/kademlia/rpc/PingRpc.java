package org.voxelpopuli.kademlia.rpc;

import java.util.List;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;

/** {@code PING()} returns the id of the node that answers. */
public final class PingRpc extends Rpc<PingRpc.Nothing, NodeId> {
    /** No arguments. */
    public enum Nothing {
        /** The only value. */
        NOTHING
    }

    private final NodeId own;

    /** Answers with this id. */
    public PingRpc(NodeId own) {
        super("PING");
        this.own = own;
    }

    @Override
    public List<WireValue> writeArguments(Nothing arguments) {
        return List.of();
    }

    @Override
    public Nothing readArguments(List<WireValue> arguments) throws BadValueException {
        requireCount(arguments, 0);
        return Nothing.NOTHING;
    }

    @Override
    public WireValue writeResult(NodeId result) {
        return WireValue.of(result);
    }

    @Override
    public NodeId readResult(WireValue result) throws BadValueException {
        return WireReader.id(result, "the result of PING");
    }

    @Override
    protected NodeId handle(Contact caller, Nothing arguments) {
        return own;
    }
}
