package org.voxelpopuli.kademlia.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;

/**
 * How a lookup in a simulation went.
 *
 * <pre>{@code
 * SimulatedKademlia network = new SimulatedKademlia(42);
 * network.grow(100);
 * List<ObservedLookup> lookups = network.lookUp("healthy", 500, Duration.ofMillis(20));
 * boolean sound = lookups.stream().allMatch(ObservedLookup::exact);
 * }</pre>
 *
 * @param took from its beginning to its end, in virtual time
 * @param hops how many contacts away the closest node was learned; 0 if it is the node that looked
 * @param messages questions that were sent and answers that came; a question that was repeated counts once
 * @param fault what is wrong with the nodes that it found, for people; empty if they are the right ones
 */
public record ObservedLookup(Duration took, int hops, int messages, Optional<String> fault) {
    static ObservedLookup of(LookupTrace trace, LookupTruth truth) {
        List<NodeId> found = trace.closest().stream().map(Contact::id).toList();
        int messages = 0;
        int hops = 0;
        for (LookupTrace.Step step : trace.steps()) {
            boolean answer = step.event() == LookupTrace.Event.ANSWERED;
            if (answer || step.event() == LookupTrace.Event.ASKED) {
                messages++;
            }
            if (answer && step.contact().id().equals(found.get(0))) {
                hops = step.hop();
            }
        }
        return new ObservedLookup(trace.took(), hops, messages, truth.fault(found));
    }

    /**
     * Whether it found exactly the live nodes that were closest when it ended, in their order. Of nodes that {@linkplain Lie lie} each may be among them or
     * be missing; no honest one may.
     */
    public boolean exact() {
        return fault.isEmpty();
    }
}
