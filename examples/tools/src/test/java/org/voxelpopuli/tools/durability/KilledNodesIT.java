package org.voxelpopuli.tools.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.tools.durability.Masonry.Mason;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.world.ChunkPos;

/** Nodes are killed while clients build: what was acknowledged is there. Reference nodes as processes, on loopback. */
@Tag("once")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class KilledNodesIT {
    private static final int VOXELS = 48;

    private final NodeEnvironment environment = NettyEnvironment.create();

    @TempDir
    private Path folder;

    private Cluster cluster = Cluster.onLoopback(Installation.find(), List.of(), 0, Path.of("."));
    private Masonry masonry = new Masonry(environment, 0);

    @AfterEach
    void end() {
        masonry.close();
        cluster.close();
        environment.close();
    }

    private static void tell(String format, Object... values) {
        System.out.printf(format + "%n", values);
    }

    private void start(int nodes, long seed) throws InterruptedException {
        cluster = Cluster.onLoopback(Installation.find(), Cluster.JAVA_OPTIONS, nodes, folder);
        cluster.startAll();
        masonry = new Masonry(environment, seed);
    }

    private FrameClient client() {
        return new FrameClient(environment, cluster.servers(), FrameClient::direct, (chunk, step, nanos) -> {});
    }

    /** Clients in chunks side by side: two masons of each client in each of its chunks, and voxels that two clients fight for. */
    private void hire(int clients, int chunksOfEach) {
        for (int i = 0; i < clients; i++) {
            FrameClient client = client();
            for (int j = 0; j < chunksOfEach; j++) {
                ChunkPos chunk = new ChunkPos((i + j) % clients, 0, 0);
                masonry.hire(client, chunk, (2 * i) * VOXELS, VOXELS);
                masonry.hire(client, chunk, (2 * i + 1) * VOXELS, VOXELS);
            }
            masonry.hire(client, new ChunkPos(i / 2, 0, 0), 30_000, 8);
        }
    }

    private void everythingIsThere() throws Exception {
        try (FrameClient reader = client()) {
            masonry.awaitAllThere(reader);
        }
    }

    /** The story: kill -9, of one or two at once, lost disks, orderly ends, for as long as the system property says. */
    @Test
    void nothingAcknowledgedIsLostWhileNodesAreKilled() throws Exception {
        long seed = Long.getLong("story.seed", System.nanoTime() & 0xFFFF_FFFFL);
        Duration time = Duration.ofSeconds(Integer.getInteger("story.seconds", 180));
        tell("The story of seed %d, %d s (-Dstory.seed, -Dstory.seconds)", seed, time.toSeconds());
        Random random = new Random(seed);
        start(5, seed);
        hire(6, 3);
        // An edit is on two disks when it is acknowledged: of these, one may be lost for good.
        int frail = random.nextInt(cluster.size());
        masonry.awaitKeptSince(masonry.masons(), System.nanoTime());

        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            disrupt(random, frail);
        }
        masonry.finish();
        tell("%d edits were acknowledged", masonry.acknowledged());
        everythingIsThere();
        masonry.awaitOneOwner(cluster, FrameClient::direct);

        tell("All nodes are killed at once, and started again");
        for (int node = 0; node < cluster.size(); node++) {
            cluster.kill(node);
        }
        cluster.startAll();
        everythingIsThere();
    }

    private void disrupt(Random random, int frail) throws InterruptedException {
        List<Integer> nodes = new ArrayList<>(cluster.running());
        Collections.shuffle(nodes, random);
        int kind = random.nextInt(10);
        List<Integer> victims = nodes.subList(0, kind < 3 ? 2 : 1);
        boolean wiped = kind >= 3 && kind < 6;
        if (wiped) {
            victims = List.of(frail);
        }
        long begin = System.nanoTime();
        if (kind == 9) {
            Duration took = cluster.stop(victims.get(0));
            tell("Node %d ended in good order in %d ms", victims.get(0), took.toMillis());
        } else {
            victims.forEach(cluster::kill);
            tell("Killed %s%s", victims, wiped ? ", whose disk is lost" : "");
        }
        if (random.nextInt(3) > 0) {
            masonry.awaitKeptSince(masonry.masons(), begin);
            tell("  everybody builds again after %d ms", (System.nanoTime() - begin) / 1_000_000);
        }
        for (int victim : victims) {
            if (wiped) {
                cluster.wipe(victim);
            }
            cluster.start(victim);
        }
        for (int victim : victims) {
            cluster.awaitJoined(victim);
        }
        tell("  %s back after %d ms", victims, (System.nanoTime() - begin) / 1_000_000);
    }

    /** All that keep copies start again one after another, and then the owner's disk is lost. */
    @Test
    void allReplicasStartAgainOneAfterAnotherAndThenTheOwnersDiskIsLost() throws Exception {
        start(4, 1);
        ChunkPos chunk = new ChunkPos(0, 0, 0);
        FrameClient client = client();
        Mason mason = masonry.hire(client, chunk, 0, VOXELS);
        masonry.awaitKeptSince(List.of(mason), System.nanoTime());
        int owner = cluster.nodeAt(client.server(chunk).orElseThrow());

        for (int node = 0; node < cluster.size(); node++) {
            if (node != owner) {
                cluster.kill(node);
                // The case itself: a second later it is there again, whether or not the owner has noticed.
                TimeUnit.SECONDS.sleep(1);
                cluster.start(node);
            }
        }
        for (int node = 0; node < cluster.size(); node++) {
            cluster.awaitJoined(node);
        }
        masonry.awaitKeptSince(List.of(mason), System.nanoTime());
        owner = cluster.nodeAt(client.server(chunk).orElse(cluster.servers().get(owner)));
        cluster.kill(owner);
        cluster.wipe(owner);
        masonry.awaitKeptSince(List.of(mason), System.nanoTime());
        cluster.start(owner);
        cluster.awaitJoined(owner);
        masonry.finish();
        everythingIsThere();
    }

    /** SIGTERM while clients build: the chunks are handed over, all is saved, the process ends. */
    @Test
    void aNodeThatEndsInGoodOrderHandsItsChunksOver() throws Exception {
        start(3, 1);
        hire(4, 2);
        masonry.awaitKeptSince(masonry.masons(), System.nanoTime());
        int owner = cluster.nodeAt(
                masonry.masons().get(0).server().orElseThrow(() -> new AssertionError("the mason has no server")));
        long begin = System.nanoTime();
        Duration took = cluster.stop(owner);
        tell("Node %d ended in %d ms", owner, took.toMillis());
        assertThat(cluster.lastWords(owner)).contains("everything is saved");
        masonry.awaitKeptSince(masonry.masons(), begin + took.toNanos());
        masonry.finish();
        everythingIsThere();
    }
}
