package org.voxelpopuli.client;

import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;

/**
 * The one chunk that a player should be resident in (SPEC V6.6). Who crosses a border changes at once. Who then has not yet been
 * {@value #MARGIN} block away from every border changes again only when as far outside; so a player who trembles around a border,
 * an edge or a corner changes once.
 */
final class Residence {
    private static final double MARGIN = 1;

    private ChunkPos chunk;
    private boolean settled = true;

    Residence(Position start) {
        chunk = start.chunk();
    }

    ChunkPos chunk() {
        return chunk;
    }

    /** Takes a new position; true if the chunk is another now. */
    boolean moved(Position position) {
        double inside = depth(position);
        if (inside < 0 && (settled || inside <= -MARGIN)) {
            chunk = position.chunk();
            settled = depth(position) >= MARGIN;
            return true;
        }
        settled |= inside >= MARGIN;
        return false;
    }

    /** How far inside the chunk, in blocks; a negative number is how far outside. */
    private double depth(Position at) {
        double x = depth(at.x(), chunk.x());
        double y = depth(at.y(), chunk.y());
        double z = depth(at.z(), chunk.z());
        return Math.min(x, Math.min(y, z));
    }

    private static double depth(double at, int component) {
        double local = at - (double) component * ChunkPos.SIZE;
        double rest = ChunkPos.SIZE - local;
        // The upper border belongs to the next chunk.
        return rest <= 0 ? Math.min(rest, -Double.MIN_VALUE) : Math.min(local, rest);
    }
}
