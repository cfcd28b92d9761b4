package org.voxelpopuli.kademlia.judge;

/** What a node reads of a voxel is not older than what it was told is durable, in whatever order edits were written (DESIGN D2). */
final class DisksKeepTheLatest implements Truth {
    private static final String NAME = "disks keep the latest";

    @Override
    public void check(Survey survey, Findings findings) {
        survey.world
                .members()
                .forEach(member -> member.memory.readTooOld().forEach(old -> findings.add(Outcome.WRONG, NAME, old)));
    }
}
