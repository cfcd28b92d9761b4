package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The paper's tnmap and ntmap: the numbers that tables bear in a transmission, from 1 without gaps on a client, perhaps with gaps on the master. */
final class Numbering {
    private final Map<Table, Integer> numbers = new HashMap<>();
    private final List<Table> tables = new ArrayList<>();
    /** Stands where a number is given to no table yet. */
    private final Table nobody = new Table();

    /**
     * Numbers every ordinary table that is reachable from these tangibles, first visit first: the databases in the order of the tangibles, then the
     * tables in the order of their numbers, and in each the entries in their order. The same on server and client.
     */
    static Numbering of(List<Tangible> roots) {
        Numbering numbering = new Numbering();
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
        numbers.put(table, number);
    }

    /** The number of a table; 0 if it has none. */
    int numberOf(Table table) {
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
        return numbers.size();
    }
}
