package org.voxelpopuli.replication;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditDigest;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.protocol.PeerFrame.Answer;

/** What is told of a copy to who compares it with another one. */
final class Digests {
    private Digests() {}

    static Answer answer(EditLog log, Optional<Integer> branch) {
        EditDigest digest = EditDigest.of(log);
        return new Answer.Digests(branch.map(digest::leaves).orElseGet(digest::branches), digest.applied());
    }

    static EditBatch select(EditLog log, List<Integer> leaves, boolean applied) {
        EditBatch all = log.all();
        Set<Integer> wanted = new HashSet<>(leaves);
        List<Edit> edits = new ArrayList<>();
        for (Edit edit : all.edits()) {
            if (wanted.contains(EditDigest.leafOf(edit.voxel()))) {
                edits.add(edit);
            }
        }
        return new EditBatch(edits, applied ? all.applied() : List.of());
    }
}
