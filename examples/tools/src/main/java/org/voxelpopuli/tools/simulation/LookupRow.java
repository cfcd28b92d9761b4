package org.voxelpopuli.tools.simulation;

import java.util.List;
import org.voxelpopuli.kademlia.simulation.ObservedLookup;

/**
 * What lookups cost, in a network of a given size.
 *
 * @param nodes in the network
 * @param deadPercent of them that have died silently just before
 * @param lookups measured
 * @param exactPercent of them that found exactly the closest live nodes
 * @param hops to the closest node, on average
 * @param hopsP99 which 99 % do not exceed
 * @param messages questions and answers, on average
 * @param messagesP99 which 99 % do not exceed
 * @param millisP50 virtual milliseconds, median
 * @param millisP99 which 99 % do not exceed
 */
public record LookupRow(
        int nodes,
        int deadPercent,
        int lookups,
        double exactPercent,
        double hops,
        double hopsP99,
        double messages,
        double messagesP99,
        double millisP50,
        double millisP99) {
    static LookupRow of(int nodes, int deadPercent, List<ObservedLookup> lookups) {
        long exact = lookups.stream().filter(ObservedLookup::exact).count();
        Sample hops = new Sample(lookups.stream().mapToDouble(ObservedLookup::hops));
        Sample messages = new Sample(lookups.stream().mapToDouble(ObservedLookup::messages));
        Sample millis =
                new Sample(lookups.stream().mapToDouble(lookup -> lookup.took().toNanos() / 1e6));
        return new LookupRow(
                nodes,
                deadPercent,
                lookups.size(),
                100.0 * exact / lookups.size(),
                hops.mean(),
                hops.percentile(99),
                messages.mean(),
                messages.percentile(99),
                millis.percentile(50),
                millis.percentile(99));
    }
}
