package org.voxelpopuli.kademlia.judge;

/** A node that has a claim of a chunk on its disk never claims the chunk below it, nor beside another node at the same epoch (DESIGN D4). */
final class EpochsNeverFall implements Truth {
    private static final String NAME = "epochs never fall";

    @Override
    public void check(Survey survey, Findings findings) {
        survey.world.members().forEach(member -> member.memory
                .fallenEpochs()
                .forEach(fallen -> findings.add(Outcome.WRONG, NAME, fallen)));
    }
}
