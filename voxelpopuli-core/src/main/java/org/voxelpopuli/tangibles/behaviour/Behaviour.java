package org.voxelpopuli.tangibles.behaviour;

import org.voxelpopuli.tangibles.Tangible;

/**
 * What the tangibles of a class do. One object serves all of them, so it has no state of its own: what a tangible must remember stands in its database.
 * Everything follows from the model, the {@link Scene} and who interacts when: no clock, no other randomness; so the same model goes on in the same way
 * on each node, and after each restart.
 */
public interface Behaviour {
    /** Called once in each tick, in the order of the tangibles' ids. Does nothing unless it is overridden. */
    default void tick(Tangible self, Scene scene) {}

    /**
     * Somebody does something with it, opens it, say. Does nothing unless it is overridden.
     *
     * @param actor who, a player's tangible for example
     */
    default void interact(Tangible self, Tangible actor, Scene scene) {}
}
