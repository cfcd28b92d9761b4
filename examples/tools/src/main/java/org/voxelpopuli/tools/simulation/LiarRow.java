package org.voxelpopuli.tools.simulation;

import java.util.List;
import org.voxelpopuli.kademlia.simulation.ObservedLookup;

/**
 * How lookups fare in a network in which some lie.
 *
 * @param nodes in the network
 * @param proofs whether nodes want to see proofs of identity
 * @param liarPercent of the nodes that lie
 * @param paths disjoint paths of a lookup
 * @param lookups measured
 * @param rightPercent of them that found the right nodes: nobody invented, no honest one missing
 * @param messages questions and answers, on average
 * @param messagesP99 which 99 % do not exceed
 * @param millisP50 virtual milliseconds, median
 * @param millisP99 which 99 % do not exceed
 */
public record LiarRow(
        int nodes,
        boolean proofs,
        int liarPercent,
        int paths,
        int lookups,
        double rightPercent,
        double messages,
        double messagesP99,
        double millisP50,
        double millisP99) {
    static LiarRow of(int nodes, boolean proofs, int liarPercent, int paths, List<ObservedLookup> lookups) {
        LookupRow row = LookupRow.of(nodes, 0, lookups);
        return new LiarRow(
                nodes,
                proofs,
                liarPercent,
                paths,
                row.lookups(),
                row.exactPercent(),
                row.messages(),
                row.messagesP99(),
                row.millisP50(),
                row.millisP99());
    }
}
