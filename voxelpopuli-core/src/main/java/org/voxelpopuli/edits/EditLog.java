package org.voxelpopuli.edits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The edits of one chunk: for each voxel the one with the highest stamp (last writer wins, DESIGN D2), and the ids under which clients
 * asked for them. Applying edits in any order, any number of times, gives the same log. Belongs to one thread.
 */
public final class EditLog {
    private final Map<Integer, Edit> latest = new HashMap<>();
    private final AppliedEdits applied = new AppliedEdits();

    /** An empty log. */
    public EditLog() {}

    /** A log of these edits. */
    public EditLog(Collection<Edit> edits) {
        edits.forEach(this::apply);
    }

    /** A log of these edits and ids. */
    public EditLog(EditBatch batch) {
        this(batch.edits());
        batch.applied().forEach(applied::add);
    }

    /** Merges one edit; false if the voxel already has one with the same or a higher stamp. */
    public boolean apply(Edit edit) {
        Edit present = latest.get(edit.voxel());
        if (present != null && present.stamp().compareTo(edit.stamp()) >= 0) {
            return false;
        }
        latest.put(edit.voxel(), edit);
        return true;
    }

    /**
     * Merges what another log has.
     *
     * @return what of it was news
     */
    public EditBatch merge(EditBatch batch) {
        List<Edit> edits = new ArrayList<>();
        for (Edit edit : batch.edits()) {
            if (apply(edit)) {
                edits.add(edit);
            }
        }
        List<AppliedRange> ranges = new ArrayList<>();
        for (AppliedRange range : batch.applied()) {
            if (applied.add(range)) {
                ranges.add(range);
            }
        }
        return new EditBatch(edits, ranges);
    }

    /** Whether an edit with this id was applied, in the last ten minutes by the stamps. */
    public boolean hasApplied(EditId id) {
        return applied.contains(id);
    }

    /** The latest edit of a voxel; empty if it was never edited. */
    public Optional<Edit> at(int voxel) {
        return Optional.ofNullable(latest.get(voxel));
    }

    /** The number of voxels that were ever edited. */
    public int size() {
        return latest.size();
    }

    /** The latest edit of each voxel, in no order; a copy. */
    public List<Edit> edits() {
        return new ArrayList<>(latest.values());
    }

    /** All that this log holds; a copy. */
    public EditBatch all() {
        return new EditBatch(edits(), applied.ranges());
    }
}
