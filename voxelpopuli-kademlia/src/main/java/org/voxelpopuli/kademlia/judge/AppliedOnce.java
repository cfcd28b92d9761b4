package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import org.voxelpopuli.edits.Stamp;

/**
 * An edit is applied once, however often it is sent (DESIGN D3): a node that has it on its disk does not stamp it again, and nobody does once it was acknowledged. Where nodes that live may lose sight of each
 * other, one may not know what another has acknowledged.
 */
final class AppliedOnce implements Truth {
    private static final String NAME = "applied once";

    @Override
    public void check(Survey survey, Findings findings) {
        survey.world.members().forEach(member -> member.memory
                .stampedAgain()
                .forEach(again -> findings.add(Outcome.WRONG, NAME, again)));
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
