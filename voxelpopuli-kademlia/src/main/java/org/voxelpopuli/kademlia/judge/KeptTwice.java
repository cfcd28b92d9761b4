package org.voxelpopuli.kademlia.judge;

/** At the moment of its acknowledgement an edit is on a disk; on two, if the network and the disks have been well for a while (DESIGN D3). */
final class KeptTwice implements Truth {
    private static final String NAME = "acknowledged means kept";

    @Override
    public void check(Survey survey, Findings findings) {
        for (Fate fate : survey.world.ledger.fates()) {
            if (fate.acknowledged != null && fate.witnesses.size() < (fate.inCalm ? 2 : 1)) {
                findings.add(
                        Outcome.WRONG,
                        NAME,
                        fate + (fate.inCalm ? ", in calm times" : "") + "; later on disk at " + fate.kept);
            }
        }
    }
}
