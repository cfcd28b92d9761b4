package org.voxelpopuli.tangibles;

import java.util.List;

/**
 * After it (M4) server and client have the same close tangible list, by rising id, and know that they have; and no table has a number that was
 * reachable only from tangibles that left the list. Nothing is sent if it is the list of the last time.
 */
final class GenerateCloseTangibleList implements Pass {
    @Override
    public void run(Transmission transmission) {
        if (transmission.hasSameCloseTangibles()) {
            return;
        }
        List<Long> close = transmission.scanCloseList();
        Follower shadow = transmission.follower();
        int hash = shadow.makeCloseList();
        List<Long> ofShadow = shadow.closeList().stream().map(Tangible::id).toList();
        if (!close.equals(ofShadow)) {
            throw new IllegalStateException(
                    "the shadow has other close tangibles than the master: " + ofShadow + " instead of " + close);
        }
        transmission.send(new Instruction.CheckCloseList(hash));
        transmission.sendForget();
    }
}
