package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
        if (slots.size() < SLOTS) {
            slots.add(text);
        } else {
            slotOf.remove(slots.set(next, text));
        }
        next = (next + 1) % SLOTS;
    }

    void clear() {
        slots.clear();
        slotOf.clear();
        next = 0;
    }
}
