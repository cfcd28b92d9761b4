package org.voxelpopuli.tangibles;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Numbers from 1, as the ranges that they make: what is added or removed costs the ranges that it touches, however long they are, so that a claim of a
 * million numbers is no more work than one of three.
 */
final class NumberRanges {
    /** The first after the range that begins with 1, in which mostly all are. */
    private int lowestFree = 1;
    /** The first of each other range, and the first after it. No two ranges touch. */
    private final NavigableMap<Integer, Integer> others = new TreeMap<>();

    private int size;

    boolean contains(int number) {
        return lowestOutside(number) != number;
    }

    /** The lowest number from this one on that is not among them. */
    int lowestOutside(int from) {
        if (from < lowestFree) {
            return from < 1 ? from : lowestFree;
        }
        Map.Entry<Integer, Integer> range = others.isEmpty() ? null : others.floorEntry(from);
        return range != null && from < range.getValue() ? range.getValue() : from;
    }

    /** The highest of them; 0 if there is none. */
    int highest() {
        return (others.isEmpty() ? lowestFree : others.lastEntry().getValue()) - 1;
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
            int room = others.isEmpty() ? left : Math.min(left, others.firstKey() - lowestFree);
            left -= room;
            addRange(lowestFree, lowestFree + room);
        }
    }

    private void addRange(int first, int end) {
        size += end - first;
        Integer joined = others.isEmpty() ? null : others.remove(end);
        int last = joined == null ? end : joined;
        if (first == lowestFree) {
            lowestFree = last;
            return;
        }
        Map.Entry<Integer, Integer> before = others.lowerEntry(first);
        others.put(before != null && before.getValue() == first ? before.getKey() : first, last);
    }

    /** Removes those of a range that are among them. */
    void remove(int first, int count) {
        if (count == 0) {
            return;
        }
        int end = first + count;
        Map.Entry<Integer, Integer> range = others.lowerEntry(end);
        while (range != null && range.getValue() > first) {
            others.remove(range.getKey());
            size -= Math.min(range.getValue(), end) - Math.max(range.getKey(), first);
            if (range.getValue() > end) {
                others.put(end, range.getValue());
            }
            if (range.getKey() < first) {
                others.put(range.getKey(), first);
            }
            range = others.lowerEntry(end);
        }
        if (first < lowestFree) {
            size -= Math.min(lowestFree, end) - first;
            if (end < lowestFree) {
                others.put(end, lowestFree);
            }
            lowestFree = first;
        }
    }
}
