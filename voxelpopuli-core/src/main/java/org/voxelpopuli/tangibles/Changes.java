package org.voxelpopuli.tangibles;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What changed in a master between two moments, made ready once for all players who ask about them: who of them it concerns, and what numbers the tables
 * bear there, is all that is left for each.
 *
 * @param tables ordinary ones, in the order of their first change
 * @param databases of tangibles, likewise
 * @param tangibles each id once, rising; removed ones are among them
 * @param leadsToTables whether an entry that changed is a table now, which may be a new one
 */
record Changes(
        List<TableChange> tables, List<TableChange> databases, List<TangibleChange> tangibles, boolean leadsToTables) {
    /** None. */
    static final Changes NONE = new Changes(List.of(), List.of(), List.of(), false);

    /**
     * What changed in a table.
     *
     * @param whole whether any of its entries may be another; then none are listed
     * @param entries that may be others
     */
    record TableChange(Table table, boolean whole, Collection<EntryChange> entries) {
        /** Of all its entries. */
        static TableChange all(Table table) {
            return new TableChange(table, true, List.of());
        }
    }

    /**
     * An entry as it is now.
     *
     * @param value null if it is gone
     * @param sent the same as it goes over; null if that is a table's number, which each player has another of
     */
    record EntryChange(
            Key key, @Nullable Value value, @Nullable Sent sent) {
        static EntryChange of(Table table, Key key) {
            Value value = table.get(key);
            return new EntryChange(key, value, value instanceof Table ? null : Sent.of(value));
        }
    }

    /**
     * A tangible that changed, came or went.
     *
     * @param now the one that has this id now, if there is one
     */
    record TangibleChange(long id, @Nullable Tangible now) {}
}
