package org.voxelpopuli.kademlia.judge;

/** Something that must hold when nothing has gone wrong for a while. */
interface Truth {
    /** Adds what does not hold. */
    void check(Survey survey, Findings findings);
}
