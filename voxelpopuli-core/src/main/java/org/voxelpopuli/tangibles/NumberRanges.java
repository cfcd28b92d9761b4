package org.voxelpopuli.tangibles;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Numbers from 1, as the ranges that they make: what is added or removed costs the ranges that it touches, however long they are, so that a claim of a
 * million numbers is no more work than one of three.
 */
final class NumberRanges {
    /** The first of a range, and the first after it. No two ranges touch. */
    private final NavigableMap<Integer, Integer> ranges = new TreeMap<>();

    private int size;

    boolean contains(int number) {
        Map.Entry<Integer, Integer> range = ranges.floorEntry(number);
        return range != null && number < range.getValue();
    }

    /** The lowest number from this one on that is not among them. */
    int lowestOutside(int from) {
        Map.Entry<Integer, Integer> range = ranges.floorEntry(from);
        return range != null && from < range.getValue() ? range.getValue() : from;
    }

    /** The highest of them; 0 if there is none. */
    int highest() {
        return ranges.isEmpty() ? 0 : ranges.lastEntry().getValue() - 1;
    }

    /** How many there are. */
    int size() {
        return size;
    }

    /** Adds one that is not among them. */
    void add(int number) {
        addRange(number, number + 1);
    }

    /** Adds the lowest ones that are not among them: so many. */
    void addLowest(int count) {
        int left = count;
        while (left > 0) {
            int first = lowestOutside(1);
            Integer next = ranges.higherKey(first);
            int room = next == null ? left : Math.min(left, next - first);
            addRange(first, first + room);
            left -= room;
        }
    }

    private void addRange(int first, int end) {
        size += end - first;
        Map.Entry<Integer, Integer> before = ranges.lowerEntry(first);
        int from = before != null && before.getValue() == first ? before.getKey() : first;
        Integer joined = ranges.remove(end);
        ranges.put(from, joined == null ? end : joined);
    }

    /** Removes those of a range that are among them. */
    void remove(int first, int count) {
        int end = first + count;
        Map.Entry<Integer, Integer> range = ranges.lowerEntry(end);
        while (range != null && range.getValue() > first) {
            ranges.remove(range.getKey());
            size -= Math.min(range.getValue(), end) - Math.max(range.getKey(), first);
            if (range.getValue() > end) {
                ranges.put(end, range.getValue());
            }
            if (range.getKey() < first) {
                ranges.put(range.getKey(), first);
            }
            range = ranges.lowerEntry(first);
        }
    }
}
