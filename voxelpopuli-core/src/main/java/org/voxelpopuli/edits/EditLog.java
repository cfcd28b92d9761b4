package org.voxelpopuli.edits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The edits of one chunk: for each voxel the one with the highest stamp (last writer wins, DESIGN D2). Applying edits in any order,
 * any number of times, gives the same log. Belongs to one thread.
 */
public final class EditLog {
    private final Map<Integer, Edit> latest = new HashMap<>();

    /** An empty log. */
    public EditLog() {}

    /** A log of these edits. */
    public EditLog(Collection<Edit> edits) {
        edits.forEach(this::apply);
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

    /** The number of voxels that were ever edited. */
    public int size() {
        return latest.size();
    }

    /** The latest edit of each voxel, in no order; a copy. */
    public List<Edit> edits() {
        return new ArrayList<>(latest.values());
    }
}
