package org.voxelpopuli.kademlia;

import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.StoreResult;

/**
 * Nothing can be stored under a key, since it belongs to another node's public key, which used it first. It becomes free a day after the last
 * holder has let the record go.
 *
 * <pre>{@code
 * dht.store(key, "hello").exceptionally(error -> {
 *     if (error.getCause() instanceof KeyTakenException) {
 *         System.out.println("choose another key");
 *     }
 *     return 0;
 * });
 * }</pre>
 */
public final class KeyTakenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient NodeId key;

    KeyTakenException(NodeId key, StoreResult result) {
        super("the key " + key + " belongs to another writer: so say " + result.notOwner()
                + " of the nodes that are closest to it, and " + result.kept() + " keep the text");
        this.key = key;
    }

    /** The key. */
    public NodeId key() {
        return key;
    }
}
