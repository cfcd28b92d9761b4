package org.voxelpopuli.presence;

/** Hears of an avatar's neighbours. Called on the presence's worker, one at a time; must not block. */
public interface PresenceListener {
    /** One that was not known is in the area of interest, and said so itself. */
    default void appeared(Neighbour neighbour) {}

    /** One told a newer position. */
    default void moved(Neighbour neighbour) {}

    /** One has done something. Actions of one neighbour come in order; what it did before it appeared is not told. */
    default void acted(Neighbour neighbour, byte[] action) {}

    /** One said that it is elsewhere; it is not drawn any more. */
    default void left(Neighbour neighbour) {}

    /** One did not answer any more; it is not drawn any more. */
    default void offline(Neighbour neighbour) {}
}
