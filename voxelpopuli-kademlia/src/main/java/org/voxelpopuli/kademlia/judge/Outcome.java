package org.voxelpopuli.kademlia.judge;

/**
 * How a run ended.
 *
 * <pre>{@code
 * int exitCode = new Judge().judge(Scenario.draw(17)).outcome().exitCode();
 * }</pre>
 */
public enum Outcome {
    /** All truths hold. */
    HELD(0),
    /** Something threw what nobody expected. */
    CRASHED(10),
    /** A truth does not hold. */
    WRONG(11),
    /** Too little happened. */
    STUCK(12);

    private final int exitCode;

    Outcome(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Of a process that reports it. */
    public int exitCode() {
        return exitCode;
    }
}
