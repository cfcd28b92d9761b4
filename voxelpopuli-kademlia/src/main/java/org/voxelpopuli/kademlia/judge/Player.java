package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientBuilder;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;

/** A client of the world. */
final class Player {
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    final PlannedClient plan;
    final SimulatedHost host;
    private final JudgedWorld world;
    private @Nullable WorldClient client;
    private boolean connected;
    private boolean closed;

    Player(JudgedWorld world, PlannedClient plan) {
        this.world = world;
        this.plan = plan;
        this.host = world.simulation.newHost(plan.name());
    }

    void connect() {
        ChunkPos chunk = plan.chunk();
        WorldClientBuilder builder = WorldClient.builder(host)
                .player(plan.name())
                .radius(0, 0)
                .connectTimeout(PATIENCE)
                .startAt(new Position(chunk.x() * 32.0 + 16, chunk.y() * 32.0 + 16, chunk.z() * 32.0 + 16));
        world.stones(plan).forEach(builder::steppingStone);
        WorldClient built = builder.build();
        client = built;
        var unused = built.connect().whenComplete((entered, failure) -> connected = failure == null);
    }

    void edit(PlannedEdit edit) {
        WorldClient editing = client;
        if (editing == null || !connected) {
            return;
        }
        world.ledger.issued(edit);
        var unused = editing.setBlock(edit.position(), edit.block())
                .whenComplete((shown, failure) -> world.answered(edit, shown, failure));
    }

    boolean isIn() {
        return connected && client != null && client.view().chunks().contains(plan.chunk());
    }

    WorldClient client() {
        WorldClient built = client;
        if (built == null) {
            throw new IllegalStateException(plan.name() + " has not connected");
        }
        return built;
    }

    void close() {
        if (client == null) {
            closed = true;
            return;
        }
        var unused = client.closeAsync().whenComplete((done, failure) -> closed = true);
    }

    boolean isClosed() {
        return closed;
    }
}
