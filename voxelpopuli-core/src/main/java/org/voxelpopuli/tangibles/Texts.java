package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts that one side told the other lately, which need not be told again: names of keys, classes and actions come in message after message. Both
 * sides have the same, since both go through the same texts in the same order. {@value #SLOTS} texts of at most {@value #MAX_LENGTH} UTF-16 units; then
 * a new one takes the place of the oldest.
 */
final class Texts {
    static final int SLOTS = 1_024;
    static final int MAX_LENGTH = 255;

    private final List<String> slots = new ArrayList<>();
    private final Map<String, Integer> slotOf = new HashMap<>();
    private int next;
    /** What each text took the place of since {@link #mark}, null if of none; null if nobody wants to know. */
    private @Nullable List<@Nullable String> replaced;

    /** The slot of a text; -1 if it is in none. */
    int slotOf(String text) {
        Integer slot = slotOf.get(text);
        return slot == null ? -1 : slot;
    }

    /**
     * The text in a slot.
     *
     * @throws IllegalArgumentException if there is none
     */
    String text(long slot) {
        if (slot < 0 || slot >= slots.size()) {
            throw new IllegalArgumentException("text " + slot + " of " + slots.size());
        }
        return slots.get((int) slot);
    }

    /** Notes a text that is in no slot, unless it is too long. */
    void note(String text) {
        if (text.length() > MAX_LENGTH || slotOf.putIfAbsent(text, next) != null) {
            return;
        }
        String before = null;
        if (slots.size() < SLOTS) {
            slots.add(text);
        } else {
            before = slots.set(next, text);
            slotOf.remove(before);
        }
        if (replaced != null) {
            replaced.add(before);
        }
        next = (next + 1) % SLOTS;
    }

    /** What is noted from now on can be taken back. */
    void mark() {
        replaced = new ArrayList<>();
    }

    /** Takes back what was noted since the mark. */
    void undo() {
        List<@Nullable String> befores = replaced == null ? List.of() : replaced;
        for (int i = befores.size() - 1; i >= 0; i--) {
            next = (next + SLOTS - 1) % SLOTS;
            slotOf.remove(slots.get(next));
            String before = befores.get(i);
            if (before == null) {
                slots.remove(next);
            } else {
                slots.set(next, before);
                slotOf.put(before, next);
            }
        }
        replaced = null;
    }

    /** The same texts, from now on apart. */
    Texts copy() {
        Texts copy = new Texts();
        copy.slots.addAll(slots);
        copy.slotOf.putAll(slotOf);
        copy.next = next;
        return copy;
    }

    void clear() {
        slots.clear();
        slotOf.clear();
        next = 0;
    }
}
