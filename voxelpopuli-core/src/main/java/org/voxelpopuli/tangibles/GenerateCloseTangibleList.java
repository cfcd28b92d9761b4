package org.voxelpopuli.tangibles;

import java.util.List;

/** After it (M4) server and client have the same close tangible list, by rising id, and know that they have. */
final class GenerateCloseTangibleList implements Pass {
    @Override
    public void run(Transmission transmission) {
        List<Tangible> close = transmission.scanCloseList();
        List<Tangible> ofShadow = transmission.follower().closeList();
        if (!Transmission.ids(close).equals(Transmission.ids(ofShadow))) {
            throw new IllegalStateException("the shadow has other close tangibles than the master: "
                    + Transmission.ids(ofShadow) + " instead of " + Transmission.ids(close));
        }
        transmission.send(new Instruction.CheckCloseList(ModelHash.ofCloseList(ofShadow)));
    }
}
