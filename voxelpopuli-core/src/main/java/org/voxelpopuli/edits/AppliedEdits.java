package org.voxelpopuli.edits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The ids of the edits that were applied to a chunk, as ranges of numbers for each client session: a set that only grows, so that two
 * of them are merged by their union. Sessions are forgotten by what the set itself holds and by no clock, so that equal sets stay equal.
 */
final class AppliedEdits {
    /** So long after its last edit, by the stamps, a client has given up. */
    static final long REMEMBERED_MILLIS = 600_000;

    /** Who draws a new session for each edit pushes out others that did, no more. */
    static final int MAX_SESSIONS = 1_024;

    /** Who leaves gaps in the numbers on purpose costs no more than this. */
    static final int MAX_RANGES = 256;

    /** Of all sessions together: nodes send each other all of them in one frame, with the edits. */
    static final int MAX_RANGES_IN_ALL = 8_192;

    private static final class Session {
        /** The last number of each range by its first; ranges neither meet nor touch. */
        final TreeMap<Integer, Integer> ranges = new TreeMap<>();

        long time;
    }

    private final Map<Long, Session> sessions = new HashMap<>();
    private long newest;
    private int rangesInAll;

    boolean contains(EditId id) {
        Session session = sessions.get(id.session());
        if (session == null) {
            return false;
        }
        Map.Entry<Integer, Integer> range = session.ranges.floorEntry(id.number());
        return range != null && range.getValue() >= id.number();
    }

    /** Whether this was news. */
    boolean add(AppliedRange range) {
        if (isForgotten(range.time())) {
            return false;
        }
        Session session = sessions.computeIfAbsent(range.session(), key -> new Session());
        rangesInAll -= session.ranges.size();
        boolean news = unite(session.ranges, range.from(), range.to());
        if (session.ranges.size() > MAX_RANGES) {
            // What is so far back was given up by its client: it may count as applied.
            int first = session.ranges.firstKey();
            unite(session.ranges, first, session.ranges.higherKey(first));
        }
        rangesInAll += session.ranges.size();
        if (Long.compareUnsigned(range.time(), session.time) > 0) {
            news = true;
            session.time = range.time();
        }
        if (Long.compareUnsigned(range.time(), newest) > 0) {
            newest = range.time();
        }
        if (isTooMuch()) {
            sessions.entrySet().stream()
                    .filter(old -> isForgotten(old.getValue().time))
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(this::remove);
            while (isTooMuch()) {
                remove(oldest());
            }
        }
        return news;
    }

    private boolean isTooMuch() {
        return sessions.size() > MAX_SESSIONS || rangesInAll > MAX_RANGES_IN_ALL;
    }

    private void remove(Long session) {
        Session removed = sessions.remove(session);
        if (removed != null) {
            rangesInAll -= removed.ranges.size();
        }
    }

    private boolean isForgotten(long time) {
        return (newest >>> 16) - (time >>> 16) > REMEMBERED_MILLIS;
    }

    private Long oldest() {
        return sessions.entrySet().stream()
                .min(Comparator.<Map.Entry<Long, Session>>comparingLong(entry -> entry.getValue().time ^ Long.MIN_VALUE)
                        .thenComparing(Map.Entry::getKey))
                .orElseThrow()
                .getKey();
    }

    /** Merges a range into others; false if it was in them already. */
    private static boolean unite(NavigableMap<Integer, Integer> ranges, int from, int to) {
        int first = from;
        int last = to;
        Map.Entry<Integer, Integer> before = ranges.floorEntry(from);
        if (before != null && before.getValue() >= to) {
            return false;
        }
        if (before != null && before.getValue() >= from - 1) {
            first = before.getKey();
        }
        Map.Entry<Integer, Integer> next = ranges.ceilingEntry(first);
        while (next != null && next.getKey() - 1 <= last) {
            last = Math.max(last, next.getValue());
            ranges.remove(next.getKey());
            next = ranges.ceilingEntry(first);
        }
        ranges.put(first, last);
        return true;
    }

    /** All of it, but for what is forgotten; by session and number. */
    List<AppliedRange> ranges() {
        List<AppliedRange> all = new ArrayList<>();
        sessions.forEach((id, session) -> {
            if (!isForgotten(session.time)) {
                session.ranges.forEach((from, to) -> all.add(new AppliedRange(id, from, to, session.time)));
            }
        });
        all.sort(Comparator.comparingLong(AppliedRange::session).thenComparingInt(AppliedRange::from));
        return all;
    }
}
