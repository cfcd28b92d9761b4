package org.voxelpopuli.kademlia.judge;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.kademlia.judge.Survey.OfChunk;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/** No client believes in a state that differs from the owner's (SPEC V9.7). */
final class ClientsSeeTheTruth implements Truth {
    private static final String NAME = "clients see the truth";

    @Override
    public void check(Survey survey, Findings findings) {
        for (Player player : survey.world.players()) {
            ChunkPos position = player.plan.chunk();
            OfChunk chunk = survey.chunk(position);
            Optional<Chunk> seen = player.isIn() ? player.client().view().chunk(position) : Optional.empty();
            if (seen.isEmpty() || chunk.owner().isEmpty()) {
                continue;
            }
            Map<Integer, Edit> edits = Survey.onDisk(chunk.owner().get(), position);
            TreeSet<Integer> wrong = new TreeSet<>();
            for (int voxel = 0; voxel < ChunkPos.VOLUME; voxel++) {
                Edit edit = edits.get(voxel);
                if (seen.get().get(voxel) != (edit == null ? 0 : edit.block())) {
                    wrong.add(voxel);
                }
            }
            for (int voxel : wrong) {
                findings.add(
                        Outcome.WRONG,
                        NAME,
                        player.plan.name() + " sees " + seen.get().get(voxel) + " at voxel " + voxel + " of chunk "
                                + position + ", where " + chunk.owner().get().name + " has " + edits.get(voxel));
            }
        }
    }
}
