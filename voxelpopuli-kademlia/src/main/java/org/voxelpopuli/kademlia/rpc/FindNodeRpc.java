package org.voxelpopuli.kademlia.rpc;

import java.util.List;
import java.util.function.Function;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;

/** {@code FIND_NODE(id)} returns the closest contacts that the node knows: {@code [[address, port, id], ...]}. */
public final class FindNodeRpc extends Rpc<NodeId, List<Contact>> {
    private final Function<NodeId, List<Contact>> closest;

    /** Answers with what this function gives. */
    public FindNodeRpc(Function<NodeId, List<Contact>> closest) {
        super("FIND_NODE");
        this.closest = closest;
    }

    @Override
    public List<WireValue> writeArguments(NodeId id) {
        return List.of(WireValue.of(id));
    }

    @Override
    public NodeId readArguments(List<WireValue> arguments) throws BadValueException {
        requireCount(arguments, 1);
        return WireReader.id(arguments.get(0), "the id of FIND_NODE");
    }

    @Override
    public WireValue writeResult(List<Contact> result) {
        return new WireValue.Contacts(result);
    }

    @Override
    public List<Contact> readResult(WireValue result) throws BadValueException {
        return WireReader.contacts(result, "the result of FIND_NODE");
    }

    @Override
    protected List<Contact> handle(Contact caller, NodeId id) {
        return closest.apply(id);
    }
}
