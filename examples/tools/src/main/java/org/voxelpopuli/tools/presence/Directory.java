package org.voxelpopuli.tools.presence;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The DHT, of which only the cost is there: what our own nodes' lookups took ({@link LookupCosts}), charged to who asks and spread over all who may be asked. */
final class Directory {
    private final LookupCosts costs;
    private final Traffic traffic;
    private final RandomGenerator random;

    Directory(LookupCosts costs, Traffic traffic, RandomGenerator random) {
        this.costs = costs;
        this.traffic = traffic;
        this.random = random;
    }

    /**
     * A node asks.
     *
     * @return after so long it has the answer
     */
    Duration ask(int asker, LookupCosts.Operation operation) {
        LookupCosts.Cost cost = costs.of(operation);
        traffic.asked(asker, cost.packets(), cost.bytesAsked(), cost.bytesAnswered());
        return cost.durations().get(random.nextInt(cost.durations().size()));
    }
}
