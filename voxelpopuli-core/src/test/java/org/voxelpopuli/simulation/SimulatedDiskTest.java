package org.voxelpopuli.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.WorldStoreContract;

class SimulatedDiskTest extends WorldStoreContract {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Simulation simulation = new Simulation(11);
    private final SimulatedDisk disk = new SimulatedDisk(simulation, "d");
    private SimulatedHost host = simulation.newHost("h");

    @Override
    protected WorldStore open() {
        return disk.mount(host);
    }

    @Override
    protected <T> T get(CompletableFuture<T> future) {
        return simulation.await(future, Duration.ofSeconds(30));
    }

    private static EditBatch batch(int voxel) {
        return EditBatch.of(List.of(edit(voxel, 2, voxel + 1L, 4)));
    }

    private WorldStore again() {
        host = simulation.newHost("h");
        return open();
    }

    @Test
    @DisplayName("a crash loses exactly what was not durable, and its futures never complete")
    void crash() {
        SeededRandom.forEachSeed(200, (seed, random) -> {
            Simulation run = new Simulation(seed);
            SimulatedDisk drive = new SimulatedDisk(run, "d");
            SimulatedHost first = run.newHost("h");
            WorldStore store = drive.mount(first);
            List<CompletableFuture<Void>> saves = new ArrayList<>();
            for (int voxel = 0; voxel < 100; voxel++) {
                saves.add(store.saveChunk(HERE, batch(voxel)));
                run.run(Duration.ofNanos(random.nextLong(500_000)));
            }
            List<Boolean> told = saves.stream().map(CompletableFuture::isDone).toList();
            first.crash();
            run.run(SECOND);
            assertThat(saves.stream().map(CompletableFuture::isDone)).isEqualTo(told);
            List<Integer> kept = drive.durable(HERE).edits().stream()
                    .map(Edit::voxel)
                    .sorted()
                    .toList();
            // In the order of the calls, without a gap; all that was told, and at most one group more.
            for (int i = 0; i < kept.size(); i++) {
                assertThat(kept.get(i)).isEqualTo(i);
            }
            assertThat(kept.size()).isGreaterThanOrEqualTo((int)
                    told.stream().filter(done -> done).count());
            WorldStore second = drive.mount(run.newHost("h"));
            assertThat(run.await(second.loadEdits(HERE), SECOND).edits()).hasSameSizeAs(kept);
        });
    }

    @Test
    @DisplayName("writes that come while a commit is under way share the next one")
    void groups() {
        disk.latency(Duration.ofMillis(2), Duration.ofMillis(2));
        WorldStore store = open();
        List<CompletableFuture<Void>> saves = new ArrayList<>();
        saves.add(store.saveChunk(HERE, batch(0)));
        simulation.run(Duration.ofMillis(1));
        for (int voxel = 1; voxel < 50; voxel++) {
            saves.add(store.saveChunk(HERE, batch(voxel)));
        }
        assertThat(store.status().queuedWrites()).isEqualTo(50);
        simulation.run(Duration.ofMillis(4));
        assertThat(saves).allMatch(CompletableFuture::isDone);
        assertThat(store.status().commits()).isEqualTo(2);
    }

    @Test
    void whatIsDurableIsReportedOnce() {
        List<EditBatch> seen = new ArrayList<>();
        disk.watch((chunk, edits) -> seen.add(edits));
        WorldStore store = open();
        get(store.saveChunk(HERE, batch(1)));
        CompletableFuture<Void> lost = store.saveChunk(HERE, batch(2));
        host.crash();
        simulation.run(SECOND);
        assertThat(lost).isNotDone();
        assertThat(seen).containsExactly(batch(1));
    }

    @Test
    @DisplayName("a full disk: writes wait and are tried again, the status says why, reads go on")
    void full() {
        DiskFault fault = new DiskFault.Full();
        disk.add(fault);
        WorldStore store = open();
        CompletableFuture<Void> save = store.saveChunk(HERE, batch(1));
        simulation.run(Duration.ofMinutes(1));
        assertThat(save).isNotDone();
        assertThat(store.status().writeError()).contains("the disk is full");
        assertThat(get(store.loadEdits(HERE)).edits()).hasSize(1);
        assertThat(disk.durableChunks()).isEmpty();
        disk.remove(fault);
        get(save);
        assertThat(store.status().canWrite()).isTrue();
        assertThat(disk.durableChunks()).containsExactly(HERE);
    }

    @Test
    void closingAFullDiskFailsWhatWaits() {
        disk.add(new DiskFault.Full());
        WorldStore store = open();
        CompletableFuture<Void> save = store.saveChunk(HERE, batch(1));
        store.close();
        assertThatThrownBy(save::join).hasRootCauseInstanceOf(StoreException.class);
        assertThatThrownBy(() -> get(store.loadEdits(HERE))).hasRootCauseInstanceOf(StoreException.class);
        assertThat(disk.durableChunks()).isEmpty();
    }

    @Test
    void failingWritesSucceedInTheEnd() {
        disk.add(new DiskFault.FailingWrites(0.7));
        WorldStore store = open();
        for (int voxel = 0; voxel < 20; voxel++) {
            simulation.await(store.saveChunk(HERE, batch(voxel)), Duration.ofMinutes(5));
        }
        assertThat(disk.durable(HERE).edits()).hasSize(20);
    }

    @Test
    void failingReadsFail() {
        DiskFault fault = new DiskFault.FailingReads(1);
        WorldStore store = open();
        disk.add(fault);
        assertThatThrownBy(() -> get(store.loadEdits(HERE))).hasRootCauseInstanceOf(StoreException.class);
        assertThatThrownBy(() -> get(store.records().all("claim"))).hasRootCauseInstanceOf(StoreException.class);
        disk.remove(fault);
        assertThat(get(store.loadEdits(HERE)).isEmpty()).isTrue();
    }

    @Test
    void aSlowDiskIsSlow() {
        disk.add(new DiskFault.Slow(Duration.ofSeconds(2)));
        WorldStore store = open();
        CompletableFuture<Void> save = store.saveChunk(HERE, batch(1));
        simulation.run(Duration.ofMillis(1_999));
        assertThat(save).isNotDone();
        simulation.run(Duration.ofMillis(10));
        assertThat(save).isDone();
    }

    @Test
    @DisplayName("a torn write takes the chunk with it: what it held before is gone too, others stay")
    void torn() {
        disk.add(new DiskFault.TornWrites(1));
        disk.latency(SECOND, SECOND);
        WorldStore store = open();
        get(store.saveChunk(HERE, batch(1)));
        get(store.records().put(new StoredRecord("a", "b", "c", 1)));
        CompletableFuture<Void> torn = store.saveChunk(HERE, batch(2));
        simulation.run(Duration.ofNanos(1));
        host.crash();
        assertThat(torn).isNotDone();
        WorldStore second = again();
        assertThat(get(second.loadEdits(HERE)).edits()).isEmpty();
        assertThat(get(second.residentChunks())).containsExactly(HERE);
        assertThat(get(second.records().all("a"))).hasSize(1);
        get(second.saveChunk(HERE, batch(3)));
        assertThat(get(second.loadEdits(HERE))).isEqualTo(batch(3));
    }

    @Test
    void aWipedDiskIsEmptyAndNobodyWipesOneInUse() {
        WorldStore store = open();
        get(store.saveChunk(HERE, batch(1)));
        assertThatThrownBy(disk::wipe).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(this::open).isInstanceOf(IllegalStateException.class);
        host.crash();
        disk.wipe();
        assertThat(get(again().residentChunks())).isEmpty();
    }
}
