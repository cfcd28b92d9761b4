package org.voxelpopuli.kademlia.records;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Cancellable;
import org.voxelpopuli.kademlia.lookup.LookupResult;
import org.voxelpopuli.kademlia.lookup.Query;
import org.voxelpopuli.kademlia.rpc.Rpc;

/**
 * What records need of the node that keeps them. Used on the node's worker alone, where all consumers are called too.
 *
 * <pre>{@code
 * RecordNetwork network = node.network();
 * network.lookup(key, result -> System.out.println(result.closest()));
 * }</pre>
 */
public interface RecordNetwork {
    /** This node. */
    Contact self();

    /** The k closest contacts that we know, without ourselves. */
    List<Contact> closest(NodeId key);

    /** The closest contacts that we know, at most so many, without ourselves. */
    List<Contact> closest(NodeId key, int count);

    /** Whether an id solves the puzzle of the network and is among the k closest to a key, as far as we know without asking; it may be our own. */
    boolean isNear(NodeId key, NodeId id);

    /** The k closest live nodes, ourselves included. */
    Cancellable lookup(NodeId key, Consumer<LookupResult<Void>> result);

    /** As {@link #lookup}, asking another question on the way. */
    default <V> Cancellable lookup(
            NodeId key, Query<V> query, boolean firstValueEnds, Consumer<LookupResult<V>> result) {
        return lookup(key, Integer.MAX_VALUE, query, firstValueEnds, result);
    }

    /** As {@link #lookup}, for fewer of the closest. */
    <V> Cancellable lookup(
            NodeId key, int most, Query<V> query, boolean firstValueEnds, Consumer<LookupResult<V>> result);

    /** Asks a node in a lookup, as {@link Query#ask} says. */
    <A, R> void ask(Contact node, Rpc<A, R> procedure, A arguments, Runnable late, Consumer<Optional<R>> result);

    /** Somebody who should know says that a node is gone: until it is heard of again, nobody waits for it long. */
    void suspect(Contact node);

    /** Calls a procedure of a node; empty if there is no answer in time. */
    <A, R> void call(Contact node, Rpc<A, R> procedure, A arguments, Consumer<Optional<R>> result);
}
