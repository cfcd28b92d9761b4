package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which tables of a shadow are no longer reachable from its close tangibles, so that their numbers can go, without a look at those that are: each table
 * that has a number knows which databases of close tangibles and which tables with numbers lead to it. When one of these ways is gone, a way back
 * to a database is looked for; if there is none, all that was looked at is unreachable, cycles included.
 */
final class Reach {
    /** Tables that lost a way since unreachable ones were looked for. */
    private final Deque<Table> suspects = new ArrayDeque<>();

    /** The database of a tangible that is close now, or a table that has a number now. */
    void add(Table container) {
        container.forEachTable(table -> addReferrer(table, container));
    }

    /** The database of a tangible that is no longer close. */
    void remove(Table container) {
        container.forEachTable(table -> {
            removeReferrer(table, container);
            suspects.add(table);
        });
    }

    /** An entry of what was added is another one now. */
    void stored(Table container, @Nullable Value before, @Nullable Value after) {
        if (before instanceof Table table) {
            removeReferrer(table, container);
            suspects.add(table);
        }
        if (after instanceof Table table) {
            addReferrer(table, container);
        }
    }

    /** Forgets all that was added. */
    void clear(List<Tangible> close, Numbering numbering) {
        suspects.clear();
        for (Tangible tangible : close) {
            tangible.database().forEachTable(table -> table.referrers = null);
        }
        numbering.forEachMade(table -> table.referrers = null);
    }

    /** Removes the tables that are not reachable any more, and tells which. */
    Set<Table> removeUnreachable() {
        Set<Table> removed = new HashSet<>();
        Set<Table> reachable = new HashSet<>();
        Set<Table> unreachable = new HashSet<>();
        while (!suspects.isEmpty()) {
            Table table = suspects.pop();
            if (!isReachable(table, reachable, unreachable) && removed.add(table)) {
                remove(table);
            }
        }
        return removed;
    }

    private boolean isReachable(Table table, Set<Table> reachable, Set<Table> unreachable) {
        if (unreachable.contains(table)) {
            return false;
        }
        // Each that is looked at, and to which of those before it it leads; the first to itself.
        Map<Table, Table> leadsTo = new HashMap<>(Map.of(table, table));
        Deque<Table> open = new ArrayDeque<>(List.of(table));
        while (!open.isEmpty()) {
            Table next = open.pop();
            if (next.owner != null || reachable.contains(next)) {
                addWay(next, leadsTo, reachable);
                return true;
            }
            for (Table referrer : referrers(next)) {
                if (!unreachable.contains(referrer) && leadsTo.putIfAbsent(referrer, next) == null) {
                    open.push(referrer);
                }
            }
        }
        unreachable.addAll(leadsTo.keySet());
        suspects.addAll(leadsTo.keySet());
        return false;
    }

    /** All on the way are reachable, so that none of them has to be looked for again. */
    private static void addWay(Table from, Map<Table, Table> leadsTo, Set<Table> reachable) {
        reachable.add(from);
        Table on = leadsTo.get(from);
        while (on != null && reachable.add(on)) {
            on = leadsTo.get(on);
        }
    }

    /** Most tables have one referrer: no map for that. */
    @SuppressWarnings("unchecked") // Nothing else but tables and such maps is put there, and only here.
    private static Collection<Table> referrers(Table table) {
        Object referrers = table.referrers;
        if (referrers == null) {
            return List.of();
        }
        return referrers instanceof Table only ? List.of(only) : ((Map<Table, Integer>) referrers).keySet();
    }

    @SuppressWarnings("unchecked") // As above.
    private static void addReferrer(Table table, Table referrer) {
        Object known = table.referrers;
        if (known == null) {
            table.referrers = referrer;
        } else if (known instanceof Table only) {
            Map<Table, Integer> counts = new HashMap<>(4);
            counts.put(only, 1);
            counts.merge(referrer, 1, Integer::sum);
            table.referrers = counts;
        } else {
            ((Map<Table, Integer>) known).merge(referrer, 1, Integer::sum);
        }
    }

    @SuppressWarnings("unchecked") // As above.
    private static void removeReferrer(Table table, Table referrer) {
        Object known = table.referrers;
        if (known instanceof Table only) {
            table.referrers = only.equals(referrer) ? null : only;
        } else if (known != null) {
            ((Map<Table, Integer>) known).computeIfPresent(referrer, (same, times) -> times == 1 ? null : times - 1);
        }
    }
}
