package org.voxelpopuli.presence;

/**
 * A cube of an octree, by its path from the whole (SPEC N4): at each level the number 0..7 of the child, whose bits are x, y, z, x the highest; a bit is set for the
 * half with the larger coordinates.
 *
 * @param level 0 for the whole, at most {@value #MAX_LEVEL}
 * @param code the path's numbers as octal digits
 */
public record Octant(int level, long code) implements Comparable<Octant> {
    /** The deepest level. */
    public static final int MAX_LEVEL = 20;

    /** The octant that is the whole space. */
    public static final Octant WHOLE = new Octant(0, 0);

    private static final int BITS = 3;

    /** @throws IllegalArgumentException if there is no such octant */
    public Octant {
        if (level < 0 || level > MAX_LEVEL) {
            throw new IllegalArgumentException("an octant's level is " + level + ", allowed is 0.." + MAX_LEVEL);
        }
        if (code < 0 || code >>> (BITS * level) != 0) {
            throw new IllegalArgumentException("an octant of level " + level + " has no code " + code);
        }
    }

    /**
     * Reads a path such as {@code 3/0/7}, with or without a slash at its end.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Octant parse(String path) {
        Octant octant = WHOLE;
        for (int i = 0; i < path.length(); i += 2) {
            boolean separated = i + 1 == path.length() || path.charAt(i + 1) == '/';
            char digit = path.charAt(i);
            if (!separated || digit < '0' || digit > '7' || octant.level == MAX_LEVEL) {
                throw new IllegalArgumentException(
                        "an octant's path is up to " + MAX_LEVEL + " numbers of 0 to 7 with '/' between them");
            }
            octant = octant.child(digit - '0');
        }
        return octant;
    }

    /**
     * The child with this number, 0..7.
     *
     * @throws IllegalArgumentException if the number is another, or this is of the deepest level
     */
    public Octant child(int number) {
        if (number < 0 || number > 7) {
            throw new IllegalArgumentException("a child's number is " + number + ", allowed is 0..7");
        }
        return new Octant(level + 1, code << BITS | number);
    }

    /**
     * The octant of a level at or above this one's in which it lies.
     *
     * @throws IllegalArgumentException if the level is none of 0 to its own
     */
    public Octant ancestor(int ofLevel) {
        if (ofLevel > level) {
            throw new IllegalArgumentException("an ancestor's level is " + ofLevel + ", allowed is 0.." + level);
        }
        return new Octant(ofLevel, code >>> (BITS * (level - ofLevel)));
    }

    /**
     * The number 0..7 that its path has at a level, 1 to its own.
     *
     * @throws IllegalArgumentException if the level is another
     */
    public int numberAt(int ofLevel) {
        if (ofLevel < 1 || ofLevel > level) {
            throw new IllegalArgumentException("a level of a path is " + ofLevel + ", allowed is 1.." + level);
        }
        return (int) (code >>> (BITS * (level - ofLevel))) & 7;
    }

    /** Whether another lies in this one; each lies in itself. */
    public boolean contains(Octant other) {
        return other.level >= level && other.code >>> (BITS * (other.level - level)) == code;
    }

    /** The path, with a slash behind each number. */
    public String path() {
        StringBuilder path = new StringBuilder(2 * level);
        for (int i = 1; i <= level; i++) {
            path.append(numberAt(i)).append('/');
        }
        return path.toString();
    }

    /** As they come in a walk through the tree: each before what is in it. */
    @Override
    public int compareTo(Octant other) {
        int common = Math.min(level, other.level);
        int byCode = Long.compare(ancestor(common).code, other.ancestor(common).code);
        return byCode != 0 ? byCode : Integer.compare(level, other.level);
    }

    @Override
    public String toString() {
        return path();
    }
}
