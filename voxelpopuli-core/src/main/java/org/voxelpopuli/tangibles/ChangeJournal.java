package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which tables and tangibles of a master model changed lately, so that nobody has to compare the others (SPEC M14). One for all players: a reader
 * remembers a position, and whoever reads from the same position gets the same answer without a second look. It remembers {@value #CAPACITY} changes;
 * whoever is further behind must compare all.
 */
final class ChangeJournal {
    static final int CAPACITY = 1 << 14;

    private final Deque<Object> recent = new ArrayDeque<>();
    private long end;
    /** The highest position that was read up to: what is noted after it need not be noted again. */
    private long read;

    private long answeredFrom = -1;
    private long answeredTo = -1;
    private Changes answer = new Changes(Set.of(), Set.of());

    /** What changed: each once, in order. Removed tangibles are among them. */
    record Changes(Set<Table> tables, Set<Tangible> tangibles) {}

    void changed(Table table) {
        if (table.changedAt < read) {
            table.changedAt = end;
            note(table);
        }
    }

    void changed(Tangible tangible) {
        note(tangible);
    }

    private void note(Object what) {
        recent.add(what);
        end++;
        if (recent.size() > CAPACITY) {
            recent.remove();
        }
    }

    /** Where somebody who knows all that happened until now reads on. */
    long position() {
        read = end;
        return end;
    }

    /** All that changed since a position; empty if that is longer ago than this remembers. */
    Optional<Changes> since(long position) {
        if (end - position > recent.size()) {
            return Optional.empty();
        }
        read = end;
        if (answeredFrom != position || answeredTo != end) {
            answer = collect(end - position);
            answeredFrom = position;
            answeredTo = end;
        }
        return Optional.of(answer);
    }

    private Changes collect(long count) {
        Set<Table> tables = new LinkedHashSet<>();
        Set<Tangible> tangibles = new LinkedHashSet<>();
        Iterator<Object> newestFirst = recent.descendingIterator();
        for (long left = count; left > 0; left--) {
            Object changed = newestFirst.next();
            if (changed instanceof Table table) {
                tables.add(table);
            } else if (changed instanceof Tangible tangible) {
                tangibles.add(tangible);
            }
        }
        return new Changes(tables, tangibles);
    }
}
