package org.voxelpopuli.embed;

import java.nio.file.Path;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.World;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;

/** Starts a node, opens its world, reads and changes a block, listens to changes, closes. */
final class Embed {
    private Embed() {}

    public static void main(String[] args) {
        // tag::embed
        try (VoxelNode node =
                VoxelNode.builder().port(0).data(Path.of("my-world")).start().join()) {
            World world = node.world();
            world.onBlockChange((at, before, after) -> System.out.println(at + " was " + before + ", is " + after));
            BlockPos at = new BlockPos(3, 30, -7);
            int before = world.block(at).join();
            System.out.println("Node " + node.id() + " has a block of type " + before + " at " + at);
            world.setBlock(at, BlockType.STONE.id()).join();
        }
        // end::embed
    }
}
