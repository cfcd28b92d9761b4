package org.voxelpopuli.kademlia.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientListener;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;

/**
 * A walks through nine chunks and builds in each; B, who stands in the middle and entered through another node, sees each change once.
 * All nodes are stopped and started again. C, through a third node, finds every block, and A stands where it left.
 */
final class WalkAndBuild {
    private static final int BLOCKS_IN_EACH_CHUNK = 6;
    private static final int[][] ROUND = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {0, 0}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    private static final double HEIGHT = 30;

    private final Stage stage;
    private final Map<BlockPos, Integer> built = new LinkedHashMap<>();
    private final ConcurrentMap<BlockPos, List<Integer>> seen = new ConcurrentHashMap<>();

    /** The chunks that A walks through. */
    static List<ChunkPos> way() {
        return Arrays.stream(ROUND).map(at -> new ChunkPos(at[0], 0, at[1])).toList();
    }

    WalkAndBuild(Stage stage) {
        this.stage = stage;
    }

    void play() {
        WorldClient a = stage.await(stage.client(0)
                .player("anna")
                .radius(1, 0)
                .startAt(centre(-1, -1))
                .build()
                .connect());
        WorldClient b = stage.await(stage.client(1)
                .player("bert")
                .radius(1, 0)
                .startAt(centre(0, 0))
                .listener(new Recorder())
                .build()
                .connect());
        stage.until("B sees nine chunks", () -> b.stats().loadedChunks() == 9);
        Set<ChunkPos> walked = walkAndBuild(a);
        assertThat(walked).hasSizeGreaterThanOrEqualTo(8);
        stage.until("B saw every change", () -> seen.keySet().containsAll(built.keySet()));
        Position end = a.position();
        stage.await(a.closeAsync());
        // What is still under way when a server stops is lost: wait until A's last words have arrived.
        stage.until("B sees A leave", () -> !b.view().players().containsKey(a.player()));
        stage.await(b.closeAsync());
        long owners = stage.residentChunks().values().stream()
                .filter(chunks -> chunks.stream().anyMatch(walked::contains))
                .count();
        assertThat(owners).as("servers that own a chunk of the walk").isGreaterThanOrEqualTo(3);
        built.forEach(
                (at, type) -> assertThat(seen.get(at)).as("what B saw at " + at).containsExactly(type));
        assertThat(seen).hasSameSizeAs(built);

        stage.restartAllNodes();

        WorldClient c = stage.await(stage.client(3)
                .player("cleo")
                .radius(1, 0)
                .startAt(centre(0, 0))
                .build()
                .connect());
        stage.until("C finds every block", () -> built.entrySet().stream()
                .allMatch(block -> c.block(block.getKey()).orElse(-1) == block.getValue()));
        WorldClient again =
                stage.await(stage.client(2).player("anna").radius(1, 0).build().connect());
        assertThat(again.position().x()).isEqualTo(end.x());
        assertThat(again.position().y()).isEqualTo(end.y());
        assertThat(again.position().z()).isEqualTo(end.z());
        stage.await(c.closeAsync());
        stage.await(again.closeAsync());
    }

    private Set<ChunkPos> walkAndBuild(WorldClient a) {
        Set<ChunkPos> walked = ConcurrentHashMap.newKeySet();
        for (int[] leg : ROUND) {
            Position goal = centre(leg[0], leg[1]);
            while (!a.position().chunk().equals(goal.chunk())
                    || a.position().x() != goal.x()
                    || a.position().z() != goal.z()) {
                a.moveTo(step(a.position(), goal));
                walked.add(a.position().chunk());
            }
            stage.until("A's chunk is loaded", () -> a.view().chunks().contains(goal.chunk()));
            build(a, BLOCKS_IN_EACH_CHUNK);
        }
        return walked;
    }

    /** At most four blocks towards a goal, along one axis after the other. */
    private static Position step(Position from, Position goal) {
        double dx = Math.max(-4, Math.min(4, goal.x() - from.x()));
        double dz = dx != 0 ? 0 : Math.max(-4, Math.min(4, goal.z() - from.z()));
        return new Position(from.x() + dx, HEIGHT, from.z() + dz, 90);
    }

    private void build(WorldClient a, int blocks) {
        List<CompletableFuture<Integer>> shown = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            BlockPos at = new BlockPos(
                    (int) a.position().x() + i, (int) HEIGHT, (int) a.position().z());
            int type = 1 + i % 3;
            built.put(at, type);
            shown.add(a.setBlock(at, type));
        }
        shown.forEach(stage::await);
    }

    private static Position centre(int chunkX, int chunkZ) {
        return new Position(chunkX * 32 + 16, HEIGHT, chunkZ * 32 + 16);
    }

    private final class Recorder implements WorldClientListener {
        @Override
        public void blockChanged(BlockPos position, int before, int after) {
            seen.merge(position, List.of(after), (earlier, later) -> {
                List<Integer> both = new ArrayList<>(earlier);
                both.addAll(later);
                return both;
            });
        }
    }
}
