package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tangibles.Changes.EntryChange;
import org.voxelpopuli.tangibles.Changes.TableChange;
import org.voxelpopuli.tangibles.Changes.TangibleChange;

/**
 * Which entries and tangibles of a master model changed lately, so that nobody has to compare the others (SPEC M14). One for all players: a reader
 * remembers a position, and whoever reads from the same position gets the same answer without a second look. It remembers {@value #CAPACITY} changes;
 * whoever is further behind must compare all.
 */
final class ChangeJournal {
    static final int CAPACITY = 1 << 14;

    private final OwnerThread thread;
    private final LongFunction<Optional<Tangible>> present;
    private final Deque<Object> recent = new ArrayDeque<>();
    private long end;
    /** The highest position that was read up to: what is noted after it need not be noted again. */
    private long read;

    private long answeredFrom = -1;
    private long answeredTo = -1;
    private Changes answer = Changes.NONE;

    /** An entry; of the whole table if the key is null. */
    private record Noted(Table table, @Nullable Key key) {}

    /**
     * @param thread to which the model belongs
     * @param present finds the tangible that has an id now
     */
    ChangeJournal(OwnerThread thread, LongFunction<Optional<Tangible>> present) {
        this.thread = thread;
        this.present = present;
    }

    OwnerThread thread() {
        return thread;
    }

    /** A table became part of the model. */
    void joined(Table table) {
        note(new Noted(table, null));
    }

    void changed(Table table, Key key) {
        // Whoever has not read what is forgotten compares all; without this a table that nobody reads would remember
        // for ever what changed in it.
        if (table.changedAt < Math.max(read, end - recent.size())) {
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
        Deque<Object> inOrder = new ArrayDeque<>();
        Iterator<Object> newestFirst = recent.descendingIterator();
        for (long left = count; left > 0; left--) {
            inOrder.push(newestFirst.next());
        }
        Collected collected = new Collected();
        for (Object changed : inOrder) {
            if (changed instanceof Tangible tangible) {
                collected.tangibles.add(tangible.id());
            } else if (changed instanceof Noted noted) {
                collected.add(noted);
            }
        }
        return collected.changes();
    }

    private final class Collected {
        private final NavigableSet<Long> tangibles = new TreeSet<>();
        /** Null stands for the whole table. */
        private final Map<Table, @Nullable Set<Key>> tables = new LinkedHashMap<>();

        void add(Noted noted) {
            Key key = noted.key();
            if (key == null) {
                tables.put(noted.table(), null);
                return;
            }
            Set<Key> keys = tables.get(noted.table());
            if (keys != null) {
                keys.add(key);
            } else if (!tables.containsKey(noted.table())) {
                tables.put(noted.table(), new LinkedHashSet<>(Set.of(key)));
            }
        }

        Changes changes() {
            List<TableChange> ordinary = new ArrayList<>();
            List<TableChange> databases = new ArrayList<>();
            boolean leadsToTables = false;
            for (Map.Entry<Table, @Nullable Set<Key>> entry : tables.entrySet()) {
                Table table = entry.getKey();
                TableChange change = change(table, entry.getValue());
                (table.owner == null ? ordinary : databases).add(change);
                leadsToTables |= change.whole()
                        || change.entries().stream().anyMatch(changed -> changed.value() instanceof Table);
            }
            List<TangibleChange> changed = new ArrayList<>();
            for (long id : tangibles) {
                changed.add(new TangibleChange(id, present.apply(id).orElse(null)));
            }
            return new Changes(ordinary, databases, changed, leadsToTables);
        }

        private TableChange change(Table table, @Nullable Set<Key> keys) {
            return keys == null
                    ? TableChange.all(table)
                    : new TableChange(
                            table,
                            false,
                            keys.stream()
                                    .filter(table::isTransmitted)
                                    .map(key -> EntryChange.of(table, key))
                                    .toList());
        }
    }
}
