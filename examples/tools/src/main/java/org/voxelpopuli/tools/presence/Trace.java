package org.voxelpopuli.tools.presence;

import org.voxelpopuli.presence.Point;

/** How some avatars move, {@value #STEPS_PER_SECOND} steps a second. Each avatar goes its way whatever is asked of the others, so that the same seed gives the same moves. */
interface Trace {
    /** Steps a second. */
    int STEPS_PER_SECOND = 25;

    /** The middle of what happens; no border of large octants. */
    Point MIDDLE = new Point(30_000, 10_000, 30_000);

    /** Where the avatar begins, and then its next step. */
    Point next(int avatar);
}
