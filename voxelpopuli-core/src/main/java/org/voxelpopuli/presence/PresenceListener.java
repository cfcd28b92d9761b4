package org.voxelpopuli.presence;

/**
 * Hears of an avatar's neighbours: of all that are known in its area, not only of the nearest that {@link Avatar#neighbours} gives. Called on the presence's worker, one at a time; must not block. A game with a loop of its own hands over what it hears, or asks {@link Avatar#neighbours} in the loop. An exception is logged, and
 * presence goes on.
 */
public interface PresenceListener {
    /** One that was not drawn is in the area of interest, and said so itself. This is its first position; {@link #moved} tells of those after it. */
    default void appeared(Neighbour neighbour) {}

    /** One told a newer position. */
    default void moved(Neighbour neighbour) {}

    /** One has done something: the bytes are those of {@link Avatar#act}, and the listener's own. Actions of one neighbour come in order; what it did before it appeared is not told. */
    default void acted(Neighbour neighbour, byte[] action) {}

    /** One said that it leaves the world, or that it is outside the area of interest, or is there no longer because we moved, or has made room for one who is nearer, where more are than may be known; it is not drawn any more. */
    default void left(Neighbour neighbour) {}

    /** One has not answered {@link PresenceTimes#offlineAfter} questions, 10 s by default: its process has ended without a word, or it cannot be reached; it is not drawn any more. It appears again if it answers later. */
    default void offline(Neighbour neighbour) {}
}
