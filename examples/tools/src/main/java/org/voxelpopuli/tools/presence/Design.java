package org.voxelpopuli.tools.presence;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.Point;

/** One way of knowing who is near, with its avatars, in a simulation. It tells {@link Sights} who draws whom. */
interface Design {
    /** An avatar comes into the world. */
    void join(int avatar, Point at);

    /** One that has come moves. */
    void move(int avatar, Point to);

    /** What it has done since it began. */
    CompletableFuture<Effort> effort();

    /**
     * What a way has done, all nodes together.
     *
     * @param signed signatures that were made
     * @param verified signatures that were checked
     * @param interestsFromCache questions that were answered by what a node had in its cache
     * @param interests questions that met a cache
     */
    record Effort(long signed, long verified, long interestsFromCache, long interests) {
        Effort since(Effort before) {
            return new Effort(
                    signed - before.signed,
                    verified - before.verified,
                    interestsFromCache - before.interestsFromCache,
                    interests - before.interests);
        }
    }
}
