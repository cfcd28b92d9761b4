package org.voxelpopuli.kademlia.judge;

import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.kademlia.judge.Survey.OfChunk;

/**
 * Who sets a voxel after another was told that it is set, and is told so too, has the last word, however wrong the clocks are. Where nodes that live may lose sight of each other, two may serve a chunk for
 * a while, and the stamps decide (DESIGN D4): there is nothing to check.
 */
final class OrderHolds implements Truth {
    private static final String NAME = "the later edit stays";

    @Override
    public void check(Survey survey, Findings findings) {
        if (survey.world.scenario.kinds().stream().anyMatch(FaultKind::separates)) {
            return;
        }
        Ledger ledger = survey.world.ledger;
        for (OfChunk chunk : survey.chunks()) {
            if (chunk.owner().isEmpty()) {
                continue;
            }
            Map<Integer, Edit> edits = Survey.onDisk(chunk.owner().get(), chunk.chunk());
            for (Edit edit : edits.values()) {
                Optional<Fate> last = ledger.fate(edit.block()).filter(fate -> fate.acknowledged != null);
                for (Fate other : ledger.fates()) {
                    boolean later = last.isPresent()
                            && other.chunk().equals(chunk.chunk())
                            && other.edit.position().voxel() == edit.voxel()
                            && other.acknowledged != null
                            && other.issued.compareTo(last.get().acknowledged) > 0;
                    if (later) {
                        findings.add(Outcome.WRONG, NAME, last.get() + " hides " + other);
                    }
                }
            }
        }
    }
}
