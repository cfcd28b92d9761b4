package org.voxelpopuli.kademlia.judge;

/** When nothing is wrong any more, all nodes run, all clients are in, every edit has an answer, and new ones are acknowledged. */
final class ItWorks implements Truth {
    private static final String NAME = "it works again";

    @Override
    public void check(Survey survey, Findings findings) {
        JudgedWorld world = survey.world;
        for (Member member : world.members()) {
            if (!member.isReady()) {
                findings.add(Outcome.STUCK, NAME, member + " is not ready");
            }
        }
        for (Player player : world.players()) {
            if (!player.isIn()) {
                findings.add(Outcome.STUCK, NAME, player.plan.name() + " is not in the world");
            }
        }
        for (Fate fate : world.ledger.fates()) {
            if (!fate.over) {
                findings.add(Outcome.STUCK, NAME, fate + " has no answer");
            } else if (fate.edit.block() > Scenario.MOST_EDITS && fate.acknowledged == null) {
                findings.add(Outcome.STUCK, NAME, fate + ", though nothing is wrong any more");
            }
        }
    }
}
