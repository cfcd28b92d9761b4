package org.voxelpopuli.tangibles;

/**
 * After it exactly those tables have numbers that are reachable from the close tangibles; ours, instead of the paper's taking all numbers back, since
 * the next transmission uses them. Not a pass of the paper.
 */
final class ForgetUnreachableTables implements Pass {
    @Override
    public void run(Transmission transmission) {
        transmission.sendForget();
    }
}
