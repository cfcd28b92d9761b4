package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * How many entries a client's model holds. What is stored is counted as it comes, and what becomes unreachable with a table or a tangible is not known:
 * so the count is never too low; when it reaches the limit, what is reachable is counted anew, if by then so much came that this is little against it.
 */
final class EntryCount {
    /** Texts of fewer UTF-16 units do not count. */
    private static final int UNITS = 64;
    /** So many steps of counting anew are allowed for each entry that came since the last time. */
    private static final int STEPS = 16;

    private final int max;
    private long count;
    private long came;
    private long times;

    EntryCount(int max) {
        this.max = max;
    }

    int max() {
        return max;
    }

    long count() {
        return count;
    }

    /** An entry counts 1, and each of its texts 1 for each 64 UTF-16 units. */
    static int of(@Nullable Key key, @Nullable Value value) {
        return value == null ? 0 : 1 + units(key) + units(value);
    }

    /** A name counts as the text of an entry. */
    static int ofName(String name) {
        return name.length() / UNITS;
    }

    /** How many of a text's units, or of those of a name, count. */
    static int units(@Nullable Object text) {
        if (text instanceof Value.Text content) {
            return ofName(content.text());
        }
        return text instanceof Value.ClassRef type ? units(type.name()) : 0;
    }

    /** Something is stored instead of something else. */
    void replaced(int before, int after) {
        count += after - before;
        came += Math.max(0, after - before);
    }

    void clear() {
        count = 0;
        came = 0;
    }

    /**
     * Whether no more is held than allowed.
     *
     * @param tangibles all that are held, in the model or otherwise
     */
    boolean isWithin(Collection<Tangible> tangibles, Collection<Tangible> close, Numbering numbering) {
        if (count > max && came * STEPS >= count + tangibles.size() + close.size() + numbering.made()) {
            new Recount().run(tangibles, close, numbering);
        }
        return count <= max;
    }

    private final class Recount {
        private final Deque<Table> open = new ArrayDeque<>();

        void run(Collection<Tangible> tangibles, Collection<Tangible> close, Numbering numbering) {
            times++;
            clear();
            tangibles.forEach(this::visit);
            // Some may be deleted, but not yet forgotten.
            close.forEach(this::visit);
            numbering.forEachMade(this::visit);
            while (!open.isEmpty()) {
                open.pop().entries().forEach((key, value) -> {
                    count += of(key, value);
                    if (value instanceof Table table) {
                        visit(table);
                    }
                });
            }
        }

        private void visit(Tangible tangible) {
            if (visit(tangible.database())) {
                count += ofName(tangible.className());
                tangible.fields().forEach((name, value) -> count += of(Value.of(name), value));
            }
        }

        private boolean visit(Table table) {
            boolean isNew = table.changedAt != times;
            if (isNew) {
                table.changedAt = times;
                open.push(table);
            }
            return isNew;
        }
    }
}
