package org.voxelpopuli.kademlia.lookup;

import java.util.Optional;
import java.util.function.Consumer;
import org.voxelpopuli.kademlia.id.Contact;

/**
 * The question of a lookup, such as FIND_NODE with its key (SPEC V3.2).
 *
 * <pre>{@code
 * Query<String> nobodyAnswers = (contact, late, answer) -> answer.accept(Optional.empty());
 * }</pre>
 *
 * @param <V> what may be found
 */
@FunctionalInterface
public interface Query<V> {
    /**
     * Asks a contact. Everything is told on the lookup's worker.
     *
     * @param late is told, at most once and before the answer, that the answer takes longer than those of this contact usually do
     * @param answer is told the answer, exactly once; empty if there is none in time
     */
    void ask(Contact contact, Runnable late, Consumer<Optional<Answer<V>>> answer);

    /**
     * Asks a contact that has answered for the nodes that it knows next in distance. By default nobody is told anything more.
     *
     * @param offset how many of the closest it has told already
     */
    default void askMore(Contact contact, int offset, Runnable late, Consumer<Optional<Answer<V>>> answer) {
        answer.accept(Optional.empty());
    }
}
