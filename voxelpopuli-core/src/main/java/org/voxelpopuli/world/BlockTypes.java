package org.voxelpopuli.world;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The registry of the block types that a node lets its players place: air, stone, grass and dirt (SPEC V6.1), and a game's own. Immutable. */
public final class BlockTypes {
    private static final BlockTypes STANDARD =
            new BlockTypes(List.of(BlockType.AIR, BlockType.STONE, BlockType.GRASS, BlockType.DIRT));

    private final Map<Integer, BlockType> byId = new TreeMap<>();

    private BlockTypes(Collection<BlockType> types) {
        for (BlockType type : types) {
            BlockType other = byId.putIfAbsent(type.id(), type);
            if (other != null) {
                throw new IllegalArgumentException("block type id " + type.id() + " is taken by '" + other.name()
                        + "', '" + type.name() + "' needs another");
            }
        }
    }

    /** The four types of the seed. */
    public static BlockTypes standard() {
        return STANDARD;
    }

    /**
     * These types and one more.
     *
     * @throws IllegalArgumentException if its id is taken
     */
    public BlockTypes with(BlockType type) {
        List<BlockType> all = new ArrayList<>(byId.values());
        all.add(type);
        return new BlockTypes(all);
    }

    /** The type with that id, empty if it is not registered here. */
    public Optional<BlockType> byId(int id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Whether a player may place a block of that id. */
    public boolean contains(int id) {
        return byId.containsKey(id);
    }

    /** All types, by rising id. */
    public Collection<BlockType> all() {
        return List.copyOf(byId.values());
    }
}
