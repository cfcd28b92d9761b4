package org.voxelpopuli.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditDigest;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.protocol.PeerFrame.Answer;

/** What is told of a copy to who compares it with another one. */
final class Digests {
    /** Each by a writer of its own these are 320 KiB; with all ids of clients that a chunk may have they fit a frame. */
    static final int EDITS_AT_ONCE = 8_192;

    private Digests() {}

    static Answer answer(EditLog log, Optional<Integer> branch) {
        EditDigest digest = EditDigest.of(log);
        return new Answer.Digests(branch.map(digest::leaves).orElseGet(digest::branches), digest.applied());
    }

    /** The edits of as many of the leaves as may be sent at once, one at least. */
    static Answer.Edits select(EditLog log, List<Integer> leaves, boolean applied) {
        EditBatch all = log.all();
        Map<Integer, List<Edit>> byLeaf = new TreeMap<>();
        leaves.forEach(leaf -> byLeaf.put(leaf, new ArrayList<>()));
        for (Edit edit : all.edits()) {
            List<Edit> wanted = byLeaf.get(EditDigest.leafOf(edit.voxel()));
            if (wanted != null) {
                wanted.add(edit);
            }
        }
        List<Edit> edits = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        byLeaf.forEach((leaf, of) -> {
            if (left.isEmpty() && edits.size() + of.size() <= EDITS_AT_ONCE) {
                edits.addAll(of);
            } else {
                left.add(leaf);
            }
        });
        return new Answer.Edits(new EditBatch(edits, applied ? all.applied() : List.of()), left);
    }
}
