package org.voxelpopuli.kademlia.lookup;

import java.util.List;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Contact;

/**
 * What a node answers when it is asked for a key: a value, or nodes that it knows closer to the key.
 *
 * <pre>{@code
 * Answer<String> value = Answer.of("hello");
 * Answer<String> nodes = Answer.of(List.of(contact));
 * }</pre>
 *
 * @param value what it holds under the key
 * @param contacts the nodes; empty where there is a value
 * @param <V> the type of the value
 */
public record Answer<V>(Optional<V> value, List<Contact> contacts) {
    /** Nodes closer to the key. */
    public static <V> Answer<V> of(List<Contact> contacts) {
        return new Answer<>(Optional.empty(), contacts);
    }

    /** The value itself. */
    public static <V> Answer<V> of(V value) {
        return new Answer<>(Optional.of(value), List.of());
    }
}
