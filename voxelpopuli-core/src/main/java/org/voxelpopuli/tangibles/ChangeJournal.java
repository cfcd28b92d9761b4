package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which entries and tangibles of a master model changed lately, so that nobody has to compare the others (SPEC M14). One for all players: a reader
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

    /** An entry; of the whole table if the key is null. */
    private record Noted(Table table, @Nullable Key key) {}

    /**
     * What changed in a table.
     *
     * @param whole whether any of its entries may be another; then there are no keys
     * @param keys of the entries that may be others
     */
    record TableChange(Table table, boolean whole, Set<Key> keys) {}

    /** What changed: each once, in order. Removed tangibles are among them. */
    record Changes(Collection<TableChange> tables, Set<Tangible> tangibles) {}

    /** A table became part of the model. */
    void joined(Table table) {
        note(new Noted(table, null));
    }

    void changed(Table table, Key key) {
        if (table.changedAt < read) {
            table.changedAt = end;
            table.changedKeys = null;
        }
        if (addTo(table, key)) {
            note(new Noted(table, key));
        }
    }

    /** Most tables have one entry that changes again and again, if any: no set for that. */
    @SuppressWarnings("unchecked") // Nothing else but sets of keys and keys is put there, and only here.
    private static boolean addTo(Table table, Key key) {
        Object known = table.changedKeys;
        if (known == null) {
            table.changedKeys = key;
            return true;
        }
        if (known instanceof Set<?> keys) {
            return ((Set<Key>) keys).add(key);
        }
        if (known.equals(key)) {
            return false;
        }
        Set<Key> both = new LinkedHashSet<>();
        both.add((Key) known);
        table.changedKeys = both;
        return both.add(key);
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
        Map<Table, TableChange> tables = new LinkedHashMap<>();
        Set<Tangible> tangibles = new LinkedHashSet<>();
        Deque<Object> inOrder = new ArrayDeque<>();
        Iterator<Object> newestFirst = recent.descendingIterator();
        for (long left = count; left > 0; left--) {
            inOrder.push(newestFirst.next());
        }
        for (Object changed : inOrder) {
            if (changed instanceof Tangible tangible) {
                tangibles.add(tangible);
            } else if (changed instanceof Noted noted) {
                collect(noted, tables);
            }
        }
        return new Changes(tables.values(), tangibles);
    }

    private static void collect(Noted noted, Map<Table, TableChange> tables) {
        Key key = noted.key();
        if (key == null) {
            tables.put(noted.table(), new TableChange(noted.table(), true, Set.of()));
            return;
        }
        TableChange change =
                tables.computeIfAbsent(noted.table(), table -> new TableChange(table, false, new LinkedHashSet<>(2)));
        if (!change.whole()) {
            change.keys().add(key);
        }
    }
}
