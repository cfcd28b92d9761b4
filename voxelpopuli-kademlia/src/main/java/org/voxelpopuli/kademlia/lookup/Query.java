package org.voxelpopuli.kademlia.lookup;

import java.util.Optional;
import java.util.function.Consumer;
import org.voxelpopuli.kademlia.id.Contact;

/**
 * The question of a lookup, such as FIND_NODE with its key (SPEC V3.2).
 *
 * @param <V> what may be found
 */
@FunctionalInterface
public interface Query<V> {
    /** Asks a contact, and tells its answer later on the lookup's worker, exactly once; empty if there is none in time. */
    void ask(Contact contact, Consumer<Optional<Answer<V>>> answer);
}
