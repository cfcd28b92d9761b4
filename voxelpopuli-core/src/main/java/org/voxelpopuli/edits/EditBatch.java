package org.voxelpopuli.edits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Some of what is true of a chunk: edits, and the ids under which clients asked for edits. Whole states and small differences have this
 * one form; {@link EditLog} merges them in any order, any number of times.
 *
 * @param edits in no order; several of one voxel are allowed
 * @param applied which edits of which clients are in the chunk, be they overwritten since
 */
public record EditBatch(List<Edit> edits, List<AppliedRange> applied) {
    /** Nothing. */
    public static final EditBatch EMPTY = new EditBatch(List.of(), List.of());

    /** Copies the lists. */
    public EditBatch {
        edits = List.copyOf(edits);
        applied = List.copyOf(applied);
    }

    /** Edits that no client will ask for again. */
    public static EditBatch of(Collection<Edit> edits) {
        return new EditBatch(List.copyOf(edits), List.of());
    }

    /**
     * The same in several batches, for whoever can take only so much at once.
     *
     * @param most edits in each, 1 or more; the client ids are all in the first
     */
    public List<EditBatch> split(int most) {
        if (edits.size() <= most) {
            return List.of(this);
        }
        List<EditBatch> parts = new ArrayList<>();
        for (int from = 0; from < edits.size(); from += most) {
            parts.add(new EditBatch(
                    edits.subList(from, Math.min(edits.size(), from + most)), from == 0 ? applied : List.of()));
        }
        return parts;
    }

    /** Whether there is nothing in it. */
    public boolean isEmpty() {
        return edits.isEmpty() && applied.isEmpty();
    }
}
