package org.voxelpopuli.kademlia;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;

/**
 * What a distributed hash table does for its users: {@link KademliaNode} without a limit of time, {@link KademliaNode#within} with one. The
 * methods may be called from any thread and never block.
 *
 * <p><b>Giving up.</b> Whoever completes a returned future himself ends the lookup behind it, be it by {@link CompletableFuture#cancel} or by
 * {@link CompletableFuture#orTimeout}: it asks nobody any more, and its place is free. (The repetitions of questions that are already out end
 * with the timeout of a call.) A future that was derived from it, as by {@code thenApply}, does not pass its cancellation on to it: that is how
 * {@code CompletableFuture} is made.
 *
 * <pre>{@code
 * CompletableFuture<Optional<String>> greeting = dht.find(NodeId.sha1Of("greeting"));
 * greeting.thenAccept(text -> System.out.println(text.orElse("nobody has it")));
 * greeting.cancel(false); // a change of mind: the node stops asking
 * }</pre>
 */
public interface Dht {
    /** The k live nodes closest to a key, the closest first; this node is one of them if it is that close. */
    CompletableFuture<List<Contact>> lookup(NodeId key);

    /** As {@link #lookup}, and tells step by step how it went. */
    CompletableFuture<LookupTrace> trace(NodeId key);

    /**
     * Stores a text at the k nodes closest to the key. A later one of ours replaces it; it expires a day after its holders have last republished it.
     * A store that was given up may have reached all of these nodes, some or none.
     *
     * <p>The text is signed with the node's key, and the DHT's key belongs from then on to it, until the record expires: nobody else can replace the text.
     * Among seed peers (compatibility {@code seed}) nothing is signed, and anybody's later text replaces it.
     *
     * @return the number of nodes that keep it; 0 if none could be reached or none has room. It fails with a {@link KeyTakenException} if the key belongs to another
     * @throws IllegalArgumentException if the text has more than {@value KademliaNode#MAX_VALUE_BYTES} bytes in UTF-8
     */
    CompletableFuture<Integer> store(NodeId key, String text);

    /**
     * As {@link #store(NodeId, String)}, for one who need not wait for the slowest of the k.
     *
     * @param enough it completes once so many nodes keep the text, 1 or more; storing at the others goes on. With fewer it completes when all have answered
     * @return the number of nodes that keep it by then
     * @throws IllegalArgumentException if the text is too long or {@code enough} is below 1
     */
    CompletableFuture<Integer> store(NodeId key, String text, int enough);

    /** The text under a key; empty if no node that could be reached holds one. */
    CompletableFuture<Optional<String>> find(NodeId key);
}
