package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The paper's tnmap and ntmap: the numbers that tables bear, from 1, each another. A number that was taken back is given again, the lowest first, so
 * that there are never many more numbers than tables.
 *
 * <p>A table of a client model is numbered by one at a time, so its number stands in the table itself, with a mark of whose it is, which is void as soon as
 * this is dropped. A table of a master is numbered for many players; their numbers are in maps.
 *
 * <p>A client is told how many tables there are before it hears of any of them. Such a number is given at once, but its table is made when it is asked
 * for: so a number that is only claimed costs nothing.
 */
final class Numbering {
    private final @Nullable Map<Table, Integer> numbers;
    private final Supplier<Table> maker;
    private final NumberRanges given = new NumberRanges();
    /** By number / {@link Page#LENGTH}; only those that hold a table, so that a high number is no long array. */
    private final NavigableMap<Integer, Page> pages = new TreeMap<>();

    /** The page that was looked at last: mostly numbers are asked for in order. */
    private @Nullable Page last;

    private int lastIndex;
    private int made;
    private final Object mark = new Object();

    private static final class Page {
        static final int LENGTH = 32;

        final @Nullable Table[] tables = new Table[LENGTH];
        int held;
    }

    private Numbering(@Nullable Map<Table, Integer> numbers, Supplier<Table> maker) {
        this.numbers = numbers;
        this.maker = maker;
    }

    /** Of no table of a master yet. */
    static Numbering ofMaster() {
        return new Numbering(new HashMap<>(), () -> {
            throw new IllegalStateException("a number of a master's numbering has no table");
        });
    }

    /**
     * Of no table of a client model yet.
     *
     * @param maker of tables that the server created
     */
    static Numbering ofClient(Supplier<Table> maker) {
        return new Numbering(null, maker);
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

    /** The lowest number from this one on that is not given. */
    int nextFree(int from) {
        return given.lowestOutside(from);
    }

    /** Gives a table that has none a number that no other has. */
    void give(Table table, int number) {
        given.add(number);
        put(table, number);
    }

    /** Gives so many of the lowest free numbers, in rising order, to tables that are not made yet. */
    void giveLowest(int count) {
        given.addLowest(count);
    }

    private void put(Table table, int number) {
        int index = number / Page.LENGTH;
        Page page = page(index);
        if (page == null) {
            page = new Page();
            pages.put(index, page);
            last = page;
            lastIndex = index;
        }
        page.tables[number % Page.LENGTH] = table;
        page.held++;
        made++;
        if (numbers == null) {
            table.number = number;
            table.numberedIn = mark;
        } else {
            numbers.put(table, number);
        }
    }

    /** Takes back those of so many numbers from the first on that are given. */
    void release(int first, int count) {
        if (count == 0) {
            return;
        }
        given.remove(first, count);
        int end = first + count;
        Iterator<Map.Entry<Integer, Page>> touched = pages.subMap(
                        first / Page.LENGTH, true, (end - 1) / Page.LENGTH, true)
                .entrySet()
                .iterator();
        while (touched.hasNext()) {
            Map.Entry<Integer, Page> entry = touched.next();
            int start = entry.getKey() * Page.LENGTH;
            Page page = entry.getValue();
            for (int at = Math.max(0, first - start); at < Math.min(Page.LENGTH, end - start); at++) {
                remove(page, at);
            }
            if (page.held == 0) {
                touched.remove();
                last = null;
            }
        }
    }

    private @Nullable Page page(int index) {
        if (last == null || lastIndex != index) {
            last = pages.get(index);
            lastIndex = index;
        }
        return last;
    }

    private void remove(Page page, int at) {
        Table table = page.tables[at];
        if (table != null) {
            page.tables[at] = null;
            page.held--;
            made--;
            if (numbers == null) {
                table.numberedIn = null;
            } else {
                numbers.remove(table);
            }
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
        return given.contains(number);
    }

    /**
     * The table of a number.
     *
     * @throws IllegalArgumentException if it is not given
     */
    Table table(int number) {
        if (!isGiven(number)) {
            throw new IllegalArgumentException("there is no table " + number);
        }
        Page page = page(number / Page.LENGTH);
        Table table = page == null ? null : page.tables[number % Page.LENGTH];
        if (table == null) {
            table = maker.get();
            put(table, number);
        }
        return table;
    }

    /** The tables that have numbers and are made, by their numbers. */
    void forEachMade(Consumer<Table> action) {
        for (Page page : pages.values()) {
            for (Table table : page.tables) {
                if (table != null) {
                    action.accept(table);
                }
            }
        }
    }

    /** How many of the tables with numbers are made. */
    int made() {
        return made;
    }

    /** The highest number that is given; 0 if none is. */
    int highest() {
        return given.highest();
    }

    /** How many numbers are given. */
    int size() {
        return given.size();
    }
}
