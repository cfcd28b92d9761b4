package org.voxelpopuli.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.world.ChunkPos;

/** What every store must do. The subclass gives the store; opening again after closing must show the same content. */
public abstract class WorldStoreContract {
    protected static final ChunkPos HERE = new ChunkPos(-1, 0, 1);
    private static final ChunkPos THERE = new ChunkPos(ChunkPos.MIN, ChunkPos.MAX, 0);

    protected abstract WorldStore open();

    /** How a future is waited for. */
    protected <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(30, TimeUnit.SECONDS).join();
    }

    protected static WriterId writer(int number) {
        byte[] bytes = new byte[WriterId.LENGTH];
        bytes[0] = (byte) number;
        bytes[19] = 7;
        return WriterId.of(bytes);
    }

    protected static Edit edit(int voxel, int block, long time, int writer) {
        return new Edit(voxel, block, new Stamp(time, writer(writer)));
    }

    @Test
    void isEmptyAtFirst() {
        try (WorldStore store = open()) {
            assertThat(get(store.residentChunks())).isEmpty();
            assertThat(get(store.loadEdits(HERE)).edits()).isEmpty();
            assertThat(get(store.records().all("chunk"))).isEmpty();
            assertThat(store.status().canWrite()).isTrue();
            assertThat(store.status().damagedChunks()).isEmpty();
        }
    }

    @Test
    void keepsChunksAndTheirEditsOverAReopening() {
        Edit edit = edit(32_767, 65_535, 5L << 16, 1);
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit))));
            get(store.saveChunk(THERE, EditBatch.of(List.of())));
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit);
        }
        try (WorldStore store = open()) {
            assertThat(get(store.residentChunks())).isEqualTo(Set.of(HERE, THERE));
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit);
            assertThat(get(store.loadEdits(THERE)).edits()).isEmpty();
        }
    }

    @Test
    void savingNothingIntoAResidentChunkTakesNothingAway() {
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 2, 3, 4)))));
            get(store.saveChunk(HERE, EditBatch.of(List.of())));
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit(1, 2, 3, 4));
        }
    }

    @Test
    void higherStampStaysThenHigherWriter() {
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 10, 500, 1), edit(2, 10, 500, 1)))));
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 11, 499, 9), edit(2, 11, 500, 200)))));
            assertThat(get(store.loadEdits(HERE)).edits())
                    .containsExactlyInAnyOrder(edit(1, 10, 500, 1), edit(2, 11, 500, 200));
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 12, Long.MIN_VALUE, 1), edit(2, 12, 500, 127)))));
            assertThat(get(store.loadEdits(HERE)).edits())
                    .containsExactlyInAnyOrder(edit(1, 12, Long.MIN_VALUE, 1), edit(2, 11, 500, 200));
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 13, Long.MAX_VALUE, 1)))));
            assertThat(get(store.loadEdits(HERE)).edits()).contains(edit(1, 12, Long.MIN_VALUE, 1));
        }
    }

    /** The store must merge as EditLog does, whatever the order and the batches. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13})
    void mergesAsAnEditLogInAnyOrder(long seed) {
        Random random = new Random(seed);
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            // Times of both signs (compared as unsigned), and equal ones.
            long time = (random.nextInt(6) - 2L) << 60 | random.nextInt(3);
            // The same stamp never stands for two blocks: a writer's clock always rises.
            int voxel = random.nextInt(50) * 655;
            int writer = random.nextInt(256);
            edits.add(edit(voxel, (int) Math.floorMod(time * 31 + writer, 65_536L), time, writer));
        }
        EditLog log = new EditLog(edits);
        Collections.shuffle(edits, random);
        try (WorldStore store = open()) {
            List<CompletableFuture<Void>> saves = new ArrayList<>();
            for (int from = 0; from < edits.size(); ) {
                int to = Math.min(edits.size(), from + random.nextInt(200));
                saves.add(store.saveChunk(HERE, EditBatch.of(edits.subList(from, to))));
                from = to;
            }
            saves.forEach(this::get);
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactlyInAnyOrderElementsOf(log.edits());
        }
    }

    @Test
    void keepsAChunkInWhichEveryVoxelWasEdited() {
        List<Edit> edits = IntStream.range(0, ChunkPos.VOLUME)
                .mapToObj(voxel -> edit(voxel, voxel * 2 % 65_536, voxel, voxel))
                .toList();
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(edits)));
            assertThat(get(store.loadEdits(HERE)).edits())
                    .hasSize(ChunkPos.VOLUME)
                    .containsAll(edits);
        }
    }

    @Test
    @DisplayName("Issue 6: ids of client edits are kept with the edits")
    void keepsTheIdsOfClientEdits() {
        AppliedRange first = new AppliedRange(77, 1, 3, 5L << 16);
        AppliedRange next = new AppliedRange(77, 4, 6, 6L << 16);
        AppliedRange other = new AppliedRange(-1, Integer.MAX_VALUE, Integer.MAX_VALUE, 7L << 16);
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, new EditBatch(List.of(edit(1, 2, 5L << 16, 4)), List.of(first))));
            get(store.saveChunk(HERE, new EditBatch(List.of(), List.of(next))));
            get(store.saveChunk(HERE, new EditBatch(List.of(), List.of(other))));
        }
        try (WorldStore store = open()) {
            EditBatch loaded = get(store.loadEdits(HERE));
            assertThat(loaded.edits()).containsExactly(edit(1, 2, 5L << 16, 4));
            assertThat(loaded.applied()).containsExactlyInAnyOrder(new AppliedRange(77, 1, 6, 6L << 16), other);
        }
    }

    @Test
    void forgetsAChunkThatIsRemoved() {
        EditBatch batch = new EditBatch(List.of(edit(1, 2, 3, 4)), List.of(new AppliedRange(1, 1, 1, 3)));
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, batch));
            get(store.saveChunk(THERE, batch));
            CompletableFuture<Void> removed = store.removeChunk(HERE);
            assertThat(get(store.residentChunks())).containsExactly(THERE);
            assertThat(get(store.loadEdits(HERE)).isEmpty()).isTrue();
            get(removed);
            get(store.removeChunk(HERE));
        }
        try (WorldStore store = open()) {
            assertThat(get(store.residentChunks())).containsExactly(THERE);
            assertThat(get(store.loadEdits(HERE)).isEmpty()).isTrue();
            assertThat(get(store.loadEdits(THERE))).isEqualTo(batch);
        }
    }

    /** What is called together may be committed together: the order of the calls counts all the same. */
    @Test
    void keepsWhatIsSavedAfterARemoval() {
        try (WorldStore store = open()) {
            List.of(
                            store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 10, 9, 1)))),
                            store.removeChunk(HERE),
                            store.saveChunk(HERE, EditBatch.of(List.of(edit(2, 20, 1, 1)))),
                            store.saveChunk(THERE, EditBatch.of(List.of(edit(3, 30, 1, 1)))),
                            store.removeChunk(THERE))
                    .forEach(this::get);
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit(2, 20, 1, 1));
        }
        try (WorldStore store = open()) {
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit(2, 20, 1, 1));
            assertThat(get(store.residentChunks())).containsExactly(HERE);
        }
    }

    @Test
    void recordsAreReplacedRemovedAndSortedWithinTheirKind() {
        StoredRecord first = new StoredRecord("player", "Zoé_\uD801\uDC00", "{\"x\":1}", 1_000);
        StoredRecord second = new StoredRecord("player", "Anna", "", -5);
        StoredRecord third = new StoredRecord("player", "z\uFF5A", "line\nline", Long.MAX_VALUE);
        StoredRecord other = new StoredRecord("chunk", "Anna", "v", 0);
        try (WorldStore store = open()) {
            RecordTable records = store.records();
            get(records.put(first));
            get(records.put(third));
            get(records.put(second));
            get(records.put(other));
            get(records.put(new StoredRecord("player", "Anna", "new", 7)));
            get(records.remove("chunk", "nobody"));
            get(records.remove("nothing", "nobody"));
        }
        try (WorldStore store = open()) {
            assertThat(get(store.records().all("player")))
                    .containsExactly(new StoredRecord("player", "Anna", "new", 7), first, third);
            get(store.records().remove("player", "Anna"));
            assertThat(get(store.records().all("player"))).containsExactly(first, third);
            assertThat(get(store.records().all("chunk"))).containsExactly(other);
        }
    }

    @Test
    void whatWasGivenMayBeChangedByTheCallerAfterwards() {
        List<Edit> edits = new ArrayList<>(List.of(edit(1, 2, 3, 4)));
        try (WorldStore store = open()) {
            CompletableFuture<Void> saved = store.saveChunk(HERE, EditBatch.of(edits));
            edits.clear();
            get(saved);
            assertThat(get(store.loadEdits(HERE)).edits()).hasSize(1);
        }
    }

    @Test
    void countsItsWrites() {
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 2, 3, 4)))));
            get(store.records().put(new StoredRecord("a", "b", "c", 1)));
            StoreStatus status = store.status();
            assertThat(status.writes()).isEqualTo(2);
            assertThat(status.commits()).isBetween(1L, 2L);
            assertThat(status.queuedWrites()).isZero();
            assertThat(status.writeError()).isEmpty();
        }
    }
}
