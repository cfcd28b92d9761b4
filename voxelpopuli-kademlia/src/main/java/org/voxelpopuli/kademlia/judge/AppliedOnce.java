package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import org.voxelpopuli.edits.Stamp;

/**
 * An edit that was acknowledged is never applied again, however often it is sent (DESIGN D3). Where nodes that live may lose sight of each other, one may not know what another has acknowledged: there is
 * nothing to check.
 */
final class AppliedOnce implements Truth {
    private static final String NAME = "applied once";

    @Override
    public void check(Survey survey, Findings findings) {
        if (survey.world.scenario.kinds().stream().anyMatch(FaultKind::separates)) {
            return;
        }
        for (Fate fate : survey.world.ledger.fates()) {
            Duration acknowledged = fate.acknowledged;
            if (acknowledged != null && !fate.stamps.isEmpty()) {
                Stamp last = fate.stamps.last();
                Duration seen = fate.stamped.getOrDefault(last, Duration.ZERO);
                if (fate.stamps.size() > 1 && seen.compareTo(acknowledged) > 0) {
                    findings.add(
                            Outcome.WRONG,
                            NAME,
                            fate + " has the stamps " + fate.stamps + ", the last since " + Words.seconds(seen));
                }
            }
        }
    }
}
