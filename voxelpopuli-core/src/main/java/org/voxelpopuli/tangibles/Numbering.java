package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The paper's tnmap and ntmap: the numbers that tables bear in a transmission, from 1 without gaps on a client, perhaps with gaps on the master.
 *
 * <p>A table of a client model is numbered by one at a time, so its number stands in the table itself, with a mark of whose it is, which is void as soon as
 * this is dropped. A table of a master is numbered for many players; their numbers are in maps.
 */
final class Numbering {
    private final @Nullable Map<Table, Integer> numbers;
    private final List<Table> tables = new ArrayList<>();
    private int given;
    private final Object mark = new Object();
    /** Stands where a number is given to no table yet. */
    private final Table nobody = new Table();

    private Numbering(@Nullable Map<Table, Integer> numbers) {
        this.numbers = numbers;
    }

    /** Of no table of a master yet. */
    static Numbering ofMaster() {
        return new Numbering(new HashMap<>());
    }

    /**
     * Numbers every ordinary table that is reachable from these tangibles, first visit first: the databases in the order of the tangibles, then the
     * tables in the order of their numbers, and in each the entries in their order. The same on server and client.
     */
    static Numbering of(List<Tangible> roots) {
        Numbering numbering = new Numbering(null);
        for (Tangible root : roots) {
            root.database().forEachTable(numbering::giveNextIfNew);
        }
        for (int number = 1; number <= numbering.highest(); number++) {
            numbering.table(number).forEachTable(numbering::giveNextIfNew);
        }
        return numbering;
    }

    /** Gives a table that has no number the one after the highest; whether it had none. */
    boolean giveNextIfNew(Table table) {
        boolean isNew = numberOf(table) == 0;
        if (isNew) {
            give(table, highest() + 1);
        }
        return isNew;
    }

    /** Makes the highest number at least this one, given or not. */
    void reserve(int number) {
        while (tables.size() < number) {
            tables.add(nobody);
        }
    }

    /** Gives a table a number, which no other table has. */
    void give(Table table, int number) {
        reserve(number);
        tables.set(number - 1, table);
        given++;
        if (numbers == null) {
            table.number = number;
            table.numberedIn = mark;
        } else {
            numbers.put(table, number);
        }
    }

    /** The number of a table; 0 if it has none. */
    int numberOf(Table table) {
        if (numbers == null) {
            return mark.equals(table.numberedIn) ? table.number : 0;
        }
        Integer number = numbers.get(table);
        return number == null ? 0 : number;
    }

    /** Whether a table has this number. */
    boolean isGiven(int number) {
        return number >= 1 && number <= tables.size() && !tables.get(number - 1).equals(nobody);
    }

    /** The table of a number that is given. */
    Table table(int number) {
        return tables.get(number - 1);
    }

    /** The highest number that was given; 0 if none was. */
    int highest() {
        return tables.size();
    }

    /** How many tables have a number. */
    int size() {
        return given;
    }
}
