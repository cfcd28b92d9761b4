package org.voxelpopuli.presence;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.presence.Resolution.What;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeClock;

/** How the latest prefixes were resolved. Of the presence's worker. */
final class ResolutionLog {
    /** So many resolutions are kept, the latest. */
    static final int MAX_KEPT = 64;

    /** So many steps of each; the last is for its end. */
    static final int MAX_STEPS = 16;

    private final NodeClock clock;
    private final Deque<Entry> entries = new ArrayDeque<>();

    /** Those of which the end is not known. */
    private final Map<Name, Entry> open = new HashMap<>();

    ResolutionLog(NodeClock clock) {
        this.clock = clock;
    }

    /** Somebody wants to know where a prefix leads. If that is being found out already, it is the same entry. */
    Entry begin(Name prefix) {
        Entry before = open.get(prefix);
        if (before != null) {
            return before;
        }
        Entry entry = new Entry(prefix, clock.wallMillis(), clock.nanos());
        entries.add(entry);
        open.put(prefix, entry);
        if (entries.size() > MAX_KEPT) {
            Entry oldest = entries.remove();
            open.remove(oldest.prefix, oldest);
        }
        return entry;
    }

    /** Something was learned of a prefix; nothing if its end is known already. */
    void add(Name prefix, What what, Object address) {
        Entry entry = open.get(prefix);
        if (entry == null) {
            return;
        }
        boolean ends = what == What.ANSWERED || what == What.ANSWERED_HERE || what == What.GIVEN_UP;
        if (ends || entry.steps.size() < MAX_STEPS - 1) {
            entry.steps.add(new Resolution.Step(since(entry), what, address.toString()));
        }
        if (ends) {
            open.remove(prefix);
        }
    }

    private Duration since(Entry entry) {
        return Duration.ofNanos(clock.nanos() - entry.beganNanos).truncatedTo(ChronoUnit.MICROS);
    }

    /** Whether the end of any is not known. */
    boolean hasOpen() {
        return !open.isEmpty();
    }

    /** The latest, in the order in which they were first wanted. */
    List<Resolution> latest() {
        return entries.stream().map(Entry::resolution).toList();
    }

    /** One resolution, which may be going on. */
    static final class Entry {
        private final Name prefix;
        private final long wallMillis;
        private final long beganNanos;
        private final List<Resolution.Step> steps = new ArrayList<>();

        private Entry(Name prefix, long wallMillis, long beganNanos) {
            this.prefix = prefix;
            this.wallMillis = wallMillis;
            this.beganNanos = beganNanos;
        }

        Resolution resolution() {
            return new Resolution(prefix.toString(), wallMillis, steps);
        }
    }
}
