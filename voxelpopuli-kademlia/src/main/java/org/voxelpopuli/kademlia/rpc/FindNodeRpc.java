package org.voxelpopuli.kademlia.rpc;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;

/** {@code FIND_NODE(id)} returns the closest contacts that the node knows: {@code [[address, port, id], ...]}. */
public final class FindNodeRpc extends Rpc<FindArguments, List<Contact>> {
    private static final FindArguments.Pages<List<Contact>> PAGES = new FindArguments.Pages<>() {
        @Override
        public List<Contact> contacts(List<Contact> result) {
            return result;
        }

        @Override
        public List<Contact> with(List<Contact> result, List<Contact> contacts) {
            return contacts;
        }
    };

    private final Function<FindArguments, List<Contact>> closest;

    /** Answers with what this function gives, less what the caller has already. */
    public FindNodeRpc(Function<FindArguments, List<Contact>> closest) {
        super("FIND_NODE");
        this.closest = closest;
    }

    @Override
    public List<WireValue> writeArguments(FindArguments arguments) {
        return arguments.write();
    }

    @Override
    public FindArguments readArguments(List<WireValue> arguments) throws BadValueException {
        return FindArguments.read(arguments);
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
    protected List<Contact> handle(Contact caller, FindArguments arguments) {
        return arguments.rest(closest.apply(arguments));
    }

    @Override
    protected Optional<ContactPages<FindArguments, List<Contact>>> pages() {
        return Optional.of(PAGES);
    }
}
