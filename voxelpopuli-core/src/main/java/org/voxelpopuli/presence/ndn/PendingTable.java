package org.voxelpopuli.presence.ndn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What waits for Data, found by the Data's name in time linear in its components. Of one thread.
 *
 * @param <E> an Interest with what waits for its answer
 */
final class PendingTable<E extends PendingTable.Entry> {
    /** What waits. */
    interface Entry {
        Interest interest();
    }

    private final Map<Name, List<E>> byName = new HashMap<>();

    /** Of these names so many end with a digest; if none does, no digest has to be made. */
    private int fullNames;

    private int size;

    void add(E entry) {
        Name name = entry.interest().name();
        byName.computeIfAbsent(name, each -> new ArrayList<>(1)).add(entry);
        size++;
        fullNames += name.isFull() ? 1 : 0;
    }

    /** Does nothing if the entry is not here. */
    void remove(E entry) {
        Name name = entry.interest().name();
        List<E> entries = byName.get(name);
        if (entries == null || !entries.remove(entry)) {
            return;
        }
        size--;
        fullNames -= name.isFull() ? 1 : 0;
        if (entries.isEmpty()) {
            byName.remove(name);
        }
    }

    /** What waits under just this name. */
    List<E> at(Name name) {
        return byName.getOrDefault(name, List.of());
    }

    /** What the Data answers, in the order of the length of names. */
    List<E> satisfiedBy(Data data) {
        List<E> found = new ArrayList<>(1);
        if (size == 0) {
            return found;
        }
        for (Name prefix : data.name().prefixes()) {
            collect(at(prefix), data, found);
        }
        if (fullNames > 0 && data.name().size() < Name.MAX_COMPONENTS) {
            collect(at(data.fullName()), data, found);
        }
        return found;
    }

    private void collect(List<E> entries, Data data, List<E> found) {
        for (E entry : entries) {
            if (entry.interest().isSatisfiedBy(data)) {
                found.add(entry);
            }
        }
    }

    /** All that is here. */
    List<E> all() {
        List<E> all = new ArrayList<>(size);
        byName.values().forEach(all::addAll);
        return all;
    }

    int size() {
        return size;
    }
}
