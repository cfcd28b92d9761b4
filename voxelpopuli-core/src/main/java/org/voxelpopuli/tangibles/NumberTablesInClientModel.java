package org.voxelpopuli.tangibles;

/**
 * After it (M5) each ordinary table that is reachable from the shadow's close tangibles has a number, the same one on the client, and the client knows
 * that it has. Those of tangibles that were close before have their numbers already.
 */
final class NumberTablesInClientModel implements Pass {
    @Override
    public void run(Transmission transmission) {
        Follower shadow = transmission.follower();
        if (!shadow.entered().isEmpty()) {
            transmission.send(new Instruction.CheckNumbering(shadow.numberEntered()));
        }
    }
}
