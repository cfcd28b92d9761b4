package org.voxelpopuli.kademlia.records;

import java.util.HashMap;
import java.util.Map;
import org.voxelpopuli.kademlia.id.Subnet;

/** How much of what is held came from which source. No more entries than records. Not thread-safe. */
final class SourceUsage {
    private record Usage(int records, long bytes) {
        Usage plus(int moreRecords, long moreBytes) {
            return new Usage(records + moreRecords, bytes + moreBytes);
        }
    }

    private static final Usage NOTHING = new Usage(0, 0);

    private final RecordLimits limits;
    private final Map<Long, Usage> usages = new HashMap<>();

    SourceUsage(RecordLimits limits) {
        this.limits = limits;
    }

    /** Whether a source may have so much more here; negative numbers are what it gives up for it. */
    boolean allows(long source, int records, long bytes) {
        Usage then = usages.getOrDefault(source, NOTHING).plus(records, bytes);
        return source == Subnet.EXEMPT
                || (then.records() <= limits.recordsOfSource() && then.bytes() <= limits.bytesOfSource());
    }

    void add(long source, long bytes) {
        change(source, 1, bytes);
    }

    void remove(long source, long bytes) {
        change(source, -1, -bytes);
    }

    private void change(long source, int records, long bytes) {
        if (source != Subnet.EXEMPT) {
            usages.compute(source, (key, usage) -> {
                Usage then = (usage == null ? NOTHING : usage).plus(records, bytes);
                return then.records() == 0 ? null : then;
            });
        }
    }
}
