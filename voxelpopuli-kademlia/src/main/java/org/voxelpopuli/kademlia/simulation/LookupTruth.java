package org.voxelpopuli.kademlia.simulation;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * What a lookup should have found. The set that it found is right if
 * <ul>
 * <li>it is of live nodes alone, and so of no id that somebody has invented,
 * <li>by rising distance, each once,
 * <li>no live honest node is missing that is nearer than the farthest of them,
 * <li>there are k of them, or else all live honest nodes are among them.
 * </ul>
 * Nodes that lie may be in it or be missing. Where nobody lies, exactly the k closest live nodes are right.
 *
 * @param key that was looked up
 * @param k how many were to be found
 * @param closestHonest the live honest nodes that are closest to the key, k of them if there are so many, the closest first
 * @param live all live nodes
 */
record LookupTruth(NodeId key, int k, List<NodeId> closestHonest, Set<NodeId> live) {
    /** What is wrong with the set that was found; empty if it is right. */
    Optional<String> fault(List<NodeId> found) {
        for (int i = 0; i < found.size(); i++) {
            NodeId id = found.get(i);
            if (!live.contains(id)) {
                return Optional.of(id + " is no live node");
            }
            if (i > 0 && key.compareDistance(found.get(i - 1), id) >= 0) {
                return Optional.of(id + " is out of order");
            }
        }
        if (found.size() > k) {
            return Optional.of(found.size() + " were found, wanted were " + k);
        }
        boolean full = found.size() == k;
        for (NodeId honest : closestHonest) {
            boolean belongs = !full || key.compareDistance(honest, found.get(k - 1)) < 0;
            if (belongs && !found.contains(honest)) {
                return Optional.of(honest + " is missing");
            }
        }
        return Optional.empty();
    }
}
