package org.voxelpopuli.kademlia.records;

import java.util.function.Consumer;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * Says whether a record may take the place of one that another node has signed, of a kind whose {@link ReplacementRule} alone would let anybody do that.
 * Used on the node's worker alone.
 *
 * <pre>{@code
 * // Nobody but who has signed a record before.
 * service.guard((key, present, coming, verdict) -> verdict.accept(present.writer().equals(coming.writer())));
 * }</pre>
 */
@FunctionalInterface
public interface Succession {
    /**
     * Asks who can know it.
     *
     * @param present what is held under the key
     * @param coming what shall take its place; signed by another node, which is near to the key
     * @param verdict is told once, on the worker; false for now is not false for ever
     */
    void judge(NodeId key, DhtRecord present, DhtRecord coming, Consumer<Boolean> verdict);
}
