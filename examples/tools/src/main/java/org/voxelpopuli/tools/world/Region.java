package org.voxelpopuli.tools.world;

import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.ChunkPos;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that tell which chunks are meant. */
final class Region {
    @Option(
            names = "--from",
            converter = Position.class,
            description = "A corner of the region, as chunk x,y,z. Default: the whole world.")
    private @Nullable ChunkPos from;

    @Option(names = "--to", converter = Position.class, description = "The opposite corner, which belongs to it.")
    private @Nullable ChunkPos to;

    boolean contains(ChunkPos position) {
        ChunkPos low = from == null ? new ChunkPos(ChunkPos.MIN, ChunkPos.MIN, ChunkPos.MIN) : from;
        ChunkPos high = to == null ? new ChunkPos(ChunkPos.MAX, ChunkPos.MAX, ChunkPos.MAX) : to;
        return isBetween(low.x(), position.x(), high.x())
                && isBetween(low.y(), position.y(), high.y())
                && isBetween(low.z(), position.z(), high.z());
    }

    private static boolean isBetween(int one, int value, int other) {
        return value >= Math.min(one, other) && value <= Math.max(one, other);
    }

    static final class Position implements ITypeConverter<ChunkPos> {
        @Override
        public ChunkPos convert(String text) {
            String[] parts = text.strip().split("\\s*,\\s*", -1);
            try {
                if (parts.length == 3) {
                    return new ChunkPos(
                            Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
                }
            } catch (IllegalArgumentException e) {
                // Told below.
            }
            throw new TypeConversionException("'" + text + "', allowed is x,y,z with numbers in " + ChunkPos.MIN + ".."
                    + ChunkPos.MAX + ", as in -1,0,2");
        }
    }
}
