package org.voxelpopuli.kademlia.rpc;

import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/**
 * What the procedures that find something take: {@code key}, or {@code key, offset}.
 *
 * @param key the id that is looked for
 * @param offset how many of the closest contacts the caller has already, 0..{@value #MAX_OFFSET}
 */
public record FindArguments(NodeId key, int offset) {
    /** No answer is longer. */
    public static final int MAX_OFFSET = 1_000;

    /** So many contacts are taken from one node at most. */
    static final int MAX_CONTACTS = 64;

    /** From the first contact on. */
    public FindArguments(NodeId key) {
        this(key, 0);
    }

    /** As they are sent. */
    public List<WireValue> write() {
        return offset == 0 ? List.of(new WireValue.Id(key)) : List.of(new WireValue.Id(key), WireValue.of(offset));
    }

    /** The inverse of {@link #write}. */
    public static FindArguments read(List<WireValue> arguments) throws BadValueException {
        if (arguments.isEmpty() || arguments.size() > 2) {
            throw new BadValueException(Rejection.WRONG_SHAPE, arguments.size() + " arguments, allowed are 1 or 2");
        }
        NodeId key = WireReader.id(arguments.get(0), "the key");
        return arguments.size() == 1
                ? new FindArguments(key)
                : new FindArguments(key, (int) WireReader.integer(arguments.get(1), "the offset", 0, MAX_OFFSET));
    }

    /** What is left of the closest contacts. */
    public List<Contact> rest(List<Contact> closest) {
        return offset == 0
                ? closest
                : new ArrayList<>(closest.subList(Math.min(offset, closest.size()), closest.size()));
    }

    /** The pages of any result that is asked for with these arguments. */
    public abstract static class Pages<R> implements ContactPages<FindArguments, R> {
        /** Pages of one kind of results. */
        protected Pages() {}

        @Override
        public final FindArguments from(FindArguments arguments, int offset) {
            return new FindArguments(arguments.key(), offset);
        }

        @Override
        public final int offset(FindArguments arguments) {
            return arguments.offset();
        }
    }
}
