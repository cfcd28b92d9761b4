package org.voxelpopuli.tools.bot;

/** What a bot is up to. Follows a plan that its seed alone decides; only the height of the ground and obstacles come from the world. */
interface Behaviour {
    /** Steps in a second. */
    int STEPS_PER_SECOND = 10;

    /** What to do in the next step. */
    Action next(Surroundings seen);

    /** What it does just now, for people, as in "builds a tower". */
    String doing();
}
