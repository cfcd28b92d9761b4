package org.voxelpopuli.embed;

import java.nio.file.Path;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.world.BlockPos;

/** Starts a node that joins the network of the nodes named as arguments, reads a block that one of them may serve, closes. */
final class EmbedInNetwork {
    private EmbedInNetwork() {}

    public static void main(String[] bootstrap) {
        try (VoxelNode node = VoxelNode.builder()
                .port(0)
                .data(Path.of("my-world"))
                // tag::network
                .directory(KademliaDirectory.provider(
                        KademliaSettings.builder().bootstrap(bootstrap).build()))
                // end::network
                .start()
                .join()) {
            BlockPos at = new BlockPos(3, 30, -7);
            System.out.println(
                    "There is a block of type " + node.world().block(at).join() + " at " + at);
        }
    }
}
