package org.voxelpopuli.kademlia.judge;

/**
 * Something that is not as it must be.
 *
 * <pre>{@code
 * for (Finding finding : new Judge().judge(Scenario.draw(17)).findings()) {
 *     System.out.println(finding.truth() + ": " + finding.what());
 * }
 * }</pre>
 *
 * @param outcome how bad
 * @param truth what does not hold
 * @param what in words
 */
public record Finding(Outcome outcome, String truth, String what) {
    @Override
    public String toString() {
        return outcome + " " + truth + ": " + what;
    }
}
