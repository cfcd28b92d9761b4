package org.voxelpopuli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.world.BlockPos;

@DisplayName("CASES when the disk is full")
class StuckStoreTest {
    private final StuckStore store = new StuckStore();
    private final SimulatedServer server = new SimulatedServer(builder -> builder.store(store));

    @Test
    @DisplayName(
            "V5.2 whoever asks for a new chunk is refused with the reason, at once or after 5 s, and never waits for ever")
    void generate() {
        store.stuck = true;
        SeedClient first = server.dial();
        first.say("{\"type\":\"generate\",\"chunk\":[7,0,7]}\n");
        server.run(Duration.ofSeconds(4));
        store.error = Optional.of("the disk is full");
        server.run(Duration.ofSeconds(2));
        first.expect("{\"ok\":false,\"error\":\"this node's store did not keep it within 5 s: the disk is full\"}");
        SeedClient second = server.dial();
        second.say("{\"type\":\"generate\",\"chunk\":[8,0,7]}\n");
        server.run(SimulatedServer.SOON);
        second.expect("{\"ok\":false,\"error\":\"this node cannot keep a chunk now: the disk is full\"}");
        assertThat(store.waiting).as("what is refused does not wait").isEqualTo(1);

        store.stuck = false;
        store.error = Optional.empty();
        SeedClient third = server.dial();
        third.say("{\"type\":\"generate\",\"chunk\":[8,0,7]}\n");
        server.run(SimulatedServer.SOON);
        third.expect("{\"ok\":true}");
    }

    @Test
    @DisplayName("a node that is told to stop does not wait for ever, and says what it could not save")
    void stop() {
        server.join();
        store.stuck = true;
        var unused = server.node.world().setBlock(new BlockPos(1, 31, 1), 2);
        server.run(SimulatedServer.SOON);
        store.error = Optional.of("the disk is full");
        CompletableFuture<Void> stopped = server.node.stop();
        server.run(Duration.ofSeconds(5));
        assertThat(stopped).isCompletedExceptionally();
        assertThatThrownBy(stopped::join)
                .hasCauseInstanceOf(StoreException.class)
                .hasMessageContaining("the disk is full");
    }

    @Test
    @DisplayName("a node that is told to stop waits for a disk that is only slow")
    void slow() {
        server.join();
        store.stuck = true;
        var unused = server.node.world().setBlock(new BlockPos(1, 31, 1), 2);
        server.run(SimulatedServer.SOON);
        CompletableFuture<Void> stopped = server.node.stop();
        server.run(Duration.ofSeconds(30));
        assertThat(stopped).isNotDone();
    }
}
