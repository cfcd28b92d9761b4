package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The paper's tnmap and ntmap: the numbers that tables bear, from 1, each another. A number that was taken back is given again, the lowest first, so
 * that there are never many more numbers than tables.
 *
 * <p>A table of a client model is numbered by one at a time, so its number stands in the table itself, with a mark of whose it is, which is void as soon as
 * this is dropped. A table of a master is numbered for many players; their numbers are in maps.
 */
final class Numbering {
    private final @Nullable Map<Table, Integer> numbers;
    /** Null where a number is free. */
    private final List<@Nullable Table> tables = new ArrayList<>();

    private int given;
    /** No number below it is free. */
    private int lowestFree = 1;

    private final Object mark = new Object();

    private Numbering(@Nullable Map<Table, Integer> numbers) {
        this.numbers = numbers;
    }

    /** Of no table of a master yet. */
    static Numbering ofMaster() {
        return new Numbering(new HashMap<>());
    }

    /** Of no table of a client model yet. */
    static Numbering ofClient() {
        return new Numbering(null);
    }

    /**
     * Numbers every ordinary table that is reachable from these tangibles and has no number, first visit first: the databases in the order of the
     * tangibles, then the tables in the order in which they got their numbers, and in each the entries in their order. The same on server and client.
     *
     * @return those tables in this order
     */
    List<Table> numberReachable(List<Tangible> roots) {
        List<Table> numbered = new ArrayList<>();
        for (Tangible root : roots) {
            root.database().forEachTable(table -> giveNextIfNew(table, numbered));
        }
        for (int i = 0; i < numbered.size(); i++) {
            numbered.get(i).forEachTable(table -> giveNextIfNew(table, numbered));
        }
        return numbered;
    }

    private void giveNextIfNew(Table table, List<Table> numbered) {
        if (numberOf(table) == 0) {
            give(table, nextFree(1));
            numbered.add(table);
        }
    }

    /** The lowest number from this one on that is given to no table. */
    int nextFree(int from) {
        int number = Math.max(from, lowestFree);
        while (isGiven(number)) {
            number++;
        }
        if (from <= lowestFree) {
            // Else many that ask one after another would each look at all those that are given.
            lowestFree = number;
        }
        return number;
    }

    /** Gives a table that has none a number that no other has. */
    void give(Table table, int number) {
        while (tables.size() < number) {
            tables.add(null);
        }
        tables.set(number - 1, table);
        given++;
        if (number == lowestFree) {
            lowestFree = number + 1;
        }
        if (numbers == null) {
            table.number = number;
            table.numberedIn = mark;
        } else {
            numbers.put(table, number);
        }
    }

    /** Takes a number back, if it is given. */
    void release(int number) {
        if (!isGiven(number)) {
            return;
        }
        Table table = table(number);
        tables.set(number - 1, null);
        given--;
        lowestFree = Math.min(lowestFree, number);
        while (!tables.isEmpty() && tables.get(tables.size() - 1) == null) {
            tables.remove(tables.size() - 1);
        }
        if (numbers == null) {
            table.numberedIn = null;
        } else {
            numbers.remove(table);
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
        return number >= 1 && number <= tables.size() && tables.get(number - 1) != null;
    }

    /**
     * The table of a number.
     *
     * @throws IllegalArgumentException if it is not given
     */
    Table table(int number) {
        Table table = isGiven(number) ? tables.get(number - 1) : null;
        if (table == null) {
            throw new IllegalArgumentException("there is no table " + number);
        }
        return table;
    }

    /** The highest number that is given; 0 if none is. */
    int highest() {
        return tables.size();
    }

    /** How many tables have a number. */
    int size() {
        return given;
    }
}
