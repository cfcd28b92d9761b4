package org.voxelpopuli.tangibles;

/**
 * After it (M5) each ordinary table that is reachable from the shadow's close tangibles has a number, from 1 to N, the same one on the client, and the
 * client knows that it has.
 */
final class NumberTablesInClientModel implements Pass {
    @Override
    public void run(Transmission transmission) {
        Follower shadow = transmission.follower();
        transmission.send(
                new Instruction.CheckNumbering(ModelHash.ofNumbering(shadow.closeList(), shadow.numbering())));
    }
}
