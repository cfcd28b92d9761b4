package consumer;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;

/** A Spring Boot application of which nothing is special but the starter. */
@SpringBootApplication
public class Game {
    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Game.class, args)) {
            VoxelNode node = context.getBean(VoxelNode.class);
            BlockPos at = new BlockPos(3, 30, -7);
            node.world().setBlock(at, BlockType.STONE.id()).join();
            System.out.println("block: " + node.world().block(at).join());
        }
    }
}
