package org.voxelpopuli.kademlia.rpc;

import java.util.Optional;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * How a call of ours ended.
 *
 * @param outcome in a word
 * @param answerer who answered
 * @param result what was answered
 * @param detail why there is none, in words, be they those of the one who was asked; may be empty
 */
public record CallEnd<R>(RpcOutcome outcome, Optional<NodeId> answerer, Optional<R> result, String detail) {
    /** An end without a result and without words. */
    static <R> CallEnd<R> of(RpcOutcome outcome) {
        return new CallEnd<>(outcome, Optional.empty(), Optional.empty(), "");
    }
}
