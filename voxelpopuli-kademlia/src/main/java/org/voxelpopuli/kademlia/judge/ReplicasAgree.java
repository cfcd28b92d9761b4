package org.voxelpopuli.kademlia.judge;

import java.util.Map;
import java.util.TreeSet;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditDigest;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.kademlia.judge.Survey.OfChunk;

/** The owner of a chunk and its replicas have the same on disk (DESIGN D3). */
final class ReplicasAgree implements Truth {
    private static final String NAME = "replicas are equal";

    @Override
    public void check(Survey survey, Findings findings) {
        for (OfChunk chunk : survey.chunks()) {
            if (chunk.owner().isEmpty()) {
                continue;
            }
            Member owner = chunk.owner().get();
            EditLog truth = new EditLog(owner.disk.durable(chunk.chunk()));
            for (Member replica : chunk.replicas()) {
                EditLog copy = new EditLog(replica.disk.durable(chunk.chunk()));
                if (EditDigest.of(truth).root() != EditDigest.of(copy).root()) {
                    findings.add(
                            Outcome.WRONG,
                            NAME,
                            "chunk " + chunk.chunk() + ": " + replica.name + " has " + copy.size()
                                    + " voxels, its owner "
                                    + owner.name + " has " + truth.size() + "; they differ in "
                                    + difference(owner, replica, chunk));
                }
            }
        }
    }

    private static String difference(Member owner, Member replica, OfChunk chunk) {
        Map<Integer, Edit> truth = Survey.onDisk(owner, chunk.chunk());
        Map<Integer, Edit> copy = Survey.onDisk(replica, chunk.chunk());
        TreeSet<Integer> voxels = new TreeSet<>(truth.keySet());
        voxels.addAll(copy.keySet());
        voxels.removeIf(voxel -> truth.get(voxel) != null && truth.get(voxel).equals(copy.get(voxel)));
        return voxels.isEmpty() ? "the ids of clients alone" : "the voxels " + voxels;
    }
}
