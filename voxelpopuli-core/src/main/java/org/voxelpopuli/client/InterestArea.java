package org.voxelpopuli.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.voxelpopuli.world.ChunkPos;

/**
 * Which chunks belong around a player: a box of chunks. What lies within the radii is loaded; what is loaded stays until it lies
 * more than one chunk beyond them, so that a player who goes to and fro over a border opens and closes nothing.
 *
 * @param horizontal the radius in x and z, in chunks, 0 for the player's own column
 * @param vertical the radius in y, in chunks
 */
record InterestArea(int horizontal, int vertical) {
    /** The chunks to load, nearest first. What would lie outside the world is left out. */
    List<ChunkPos> wanted(ChunkPos centre) {
        List<ChunkPos> wanted = new ArrayList<>();
        for (int dx = -horizontal; dx <= horizontal; dx++) {
            for (int dy = -vertical; dy <= vertical; dy++) {
                for (int dz = -horizontal; dz <= horizontal; dz++) {
                    if (inWorld(centre.x() + dx) && inWorld(centre.y() + dy) && inWorld(centre.z() + dz)) {
                        wanted.add(centre.offset(dx, dy, dz));
                    }
                }
            }
        }
        wanted.sort(nearestFirst(centre));
        return wanted;
    }

    private static boolean inWorld(int component) {
        return component >= ChunkPos.MIN && component <= ChunkPos.MAX;
    }

    /** Whether a chunk that is loaded stays so. */
    boolean keeps(ChunkPos centre, ChunkPos chunk) {
        return Math.abs(chunk.x() - centre.x()) <= horizontal + 1
                && Math.abs(chunk.y() - centre.y()) <= vertical + 1
                && Math.abs(chunk.z() - centre.z()) <= horizontal + 1;
    }

    /** By distance; at equal distance in a fixed order. */
    static Comparator<ChunkPos> nearestFirst(ChunkPos centre) {
        return Comparator.<ChunkPos>comparingLong(chunk -> distance(centre, chunk))
                .thenComparingInt(ChunkPos::x)
                .thenComparingInt(ChunkPos::y)
                .thenComparingInt(ChunkPos::z);
    }

    private static long distance(ChunkPos a, ChunkPos b) {
        long dx = (long) a.x() - b.x();
        long dy = (long) a.y() - b.y();
        long dz = (long) a.z() - b.z();
        return dx * dx + dy * dy + dz * dz;
    }
}
