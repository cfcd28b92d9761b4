package org.voxelpopuli.kademlia.judge;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.kademlia.judge.Survey.OfChunk;

/** Every acknowledged edit is on the owner's disk, or an edit of a higher stamp is; and nothing is there that nobody asked for (DESIGN D2, D3). */
final class AcknowledgedEditsSurvive implements Truth {
    private static final String NAME = "acknowledged edits survive";

    @Override
    public void check(Survey survey, Findings findings) {
        for (OfChunk chunk : survey.chunks()) {
            if (chunk.owner().isEmpty()) {
                continue;
            }
            Member owner = chunk.owner().get();
            Map<Integer, Edit> edits = Survey.onDisk(owner, chunk.chunk());
            Ledger ledger = survey.world.ledger;
            ledger.fates().stream()
                    .filter(fate -> fate.acknowledged != null && fate.chunk().equals(chunk.chunk()))
                    .forEach(fate -> check(fate, edits.get(fate.edit.position().voxel()), owner, findings));
            for (Edit edit : edits.values()) {
                boolean asked = ledger.fate(edit.block(), chunk.chunk())
                        .filter(fate -> fate.edit.position().voxel() == edit.voxel())
                        .isPresent();
                if (!asked) {
                    findings.add(
                            Outcome.WRONG,
                            NAME,
                            "nobody asked for " + edit + " of chunk " + chunk.chunk() + " on " + owner.name);
                }
            }
        }
    }

    private static void check(Fate fate, @Nullable Edit present, Member owner, Findings findings) {
        Optional<Stamp> lowest = fate.lowest();
        if (lowest.isEmpty()) {
            findings.add(Outcome.WRONG, NAME, fate + " never was on any disk");
            return;
        }
        // Where no disk is left that had it when it was acknowledged, KeptTwice has the word.
        if (fate.keepers().isEmpty()) {
            return;
        }
        if (present == null) {
            findings.add(
                    Outcome.WRONG, NAME, fate + " is gone from " + owner.name + "; it still is at " + fate.keepers());
        } else if (present.stamp().compareTo(lowest.get()) < 0) {
            findings.add(
                    Outcome.WRONG,
                    NAME,
                    fate + " with a stamp from " + lowest.get() + " on is gone from " + owner.name
                            + ", where the older " + present + " is; it still is at " + fate.keepers());
        }
    }
}
