package org.voxelpopuli.tools.durability;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.durability.Masonry.Mason;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.world.ChunkPos;

/** A network that falls in two: reference nodes as processes in network namespaces, with a real cable between. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("once")
class SplitNetworkIT {
    private static final int HOSTS = 4;
    private static final int CHUNKS = 4;
    private static final int VOXELS = 48;

    private final NodeEnvironment environment = NettyEnvironment.create();
    private volatile boolean split;

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        environment.close();
    }

    @Test
    void bothSidesServeAndWhatEitherAcknowledgedIsThereWhenTheNetworkIsWhole() throws Exception {
        SplitNetwork opened;
        try {
            opened = SplitNetwork.open(HOSTS);
        } catch (ToolException e) {
            System.out.println("SKIPPED, since there is no root, iproute2 or bridge here: " + e.getMessage());
            assumeTrue(false, e.getMessage());
            return;
        }
        try (SplitNetwork network = opened;
                Cluster cluster = new Cluster(Installation.find(), Cluster.JAVA_OPTIONS, network.hosts(), folder);
                Masonry masonry = new Masonry(environment, 1)) {
            try {
                network.impair("5ms", "1%");
            } catch (ToolException e) {
                System.out.println("SKIPPED delay and loss, since the kernel has no netem: " + e.getMessage());
            }
            cluster.startAll();
            List<FrameClient> clients = new ArrayList<>();
            for (int side = 0; side < 2; side++) {
                FrameClient client = client(network, cluster, side);
                clients.add(client);
                for (int x = 0; x < CHUNKS; x++) {
                    masonry.hire(client, new ChunkPos(x, 0, 0), (1 + side) * VOXELS, VOXELS);
                    masonry.hire(client, new ChunkPos(x, 0, 0), 0, 8);
                }
            }
            List<Mason> all = masonry.masons();
            masonry.awaitKeptSince(all, System.nanoTime());

            network.pullCable();
            split = true;
            long cut = System.nanoTime();
            clients.forEach(FrameClient::rerouted);
            masonry.awaitKeptSince(all, cut);
            System.out.printf("Both sides serve all chunks after %d ms%n", millisSince(cut));
            for (int round = 0; round < 20; round++) {
                masonry.awaitKeptSince(all, System.nanoTime());
            }

            network.plugCable();
            split = false;
            long whole = System.nanoTime();
            masonry.awaitOneOwner(cluster, cluster::route);
            System.out.printf("Each chunk has one owner %d ms after the cable is back%n", millisSince(whole));
            masonry.awaitKeptSince(all, System.nanoTime());
            masonry.finish();
            System.out.printf("%d edits were acknowledged%n", masonry.acknowledged());
            for (int side = 0; side < 2; side++) {
                try (FrameClient reader = client(network, cluster, side)) {
                    masonry.awaitAllThere(reader);
                }
            }
            masonry.awaitOneOwner(cluster, cluster::route);
        }
    }

    /** A client at one of the switches: while the network is split it reaches what is at the same. */
    private FrameClient client(SplitNetwork network, Cluster cluster, int side) {
        List<ServerAddress> near = cluster.servers().stream()
                .filter(server -> network.side(cluster.nodeAt(server)) == side)
                .toList();
        return new FrameClient(environment, near, server -> route(cluster, near, server), (chunk, step, nanos) -> {});
    }

    private Optional<InetSocketAddress> route(Cluster cluster, List<ServerAddress> near, ServerAddress server) {
        return split && !near.contains(server) ? Optional.empty() : cluster.route(server);
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
