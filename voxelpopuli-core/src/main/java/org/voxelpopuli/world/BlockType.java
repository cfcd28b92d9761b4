package org.voxelpopuli.world;

/**
 * A kind of block. The wire and the store carry only its id; a node keeps ids that it does not know unchanged.
 *
 * @param id 0..{@value #MAX_ID}; 0 is air
 * @param name for people, lower case
 * @param solid whether players collide with it and faces are drawn
 */
public record BlockType(int id, String name, boolean solid) {
    /** The largest id. */
    public static final int MAX_ID = 65_535;

    public static final BlockType AIR = new BlockType(0, "air", false);
    public static final BlockType STONE = new BlockType(1, "stone", true);
    public static final BlockType GRASS = new BlockType(2, "grass", true);
    public static final BlockType DIRT = new BlockType(3, "dirt", true);

    /** @throws IllegalArgumentException if the id is out of range or the name is blank */
    public BlockType {
        if (id < 0 || id > MAX_ID) {
            throw new IllegalArgumentException("block type id is " + id + ", allowed is 0.." + MAX_ID);
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException("block type " + id + " has a blank name");
        }
    }
}
