package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.List;

/**
 * What the judge says of a scenario.
 *
 * <pre>{@code
 * Verdict verdict = new Judge().judge(Scenario.draw(17));
 * System.out.println(verdict.acknowledged() + " of " + verdict.issued() + " edits were acknowledged");
 * }</pre>
 *
 * @param scenario that was played
 * @param findings what was wrong; empty if nothing
 * @param issued edits that clients asked for
 * @param acknowledged of these
 * @param askedAgain of these, by a node that had it before it began to serve the chunk: the client had heard nothing from the owner before, or before its restart, and asked again
 * @param virtual time that passed
 * @param fingerprint of the run: equal for equal runs
 */
public record Verdict(
        Scenario scenario,
        List<Finding> findings,
        int issued,
        int acknowledged,
        int askedAgain,
        Duration virtual,
        long fingerprint) {
    /** Copies the list. */
    public Verdict {
        findings = List.copyOf(findings);
    }

    /** The first finding's. */
    public Outcome outcome() {
        return findings.isEmpty() ? Outcome.HELD : findings.get(0).outcome();
    }

    /** Whether all truths hold. */
    public boolean held() {
        return findings.isEmpty();
    }
}
