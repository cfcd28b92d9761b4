package org.voxelpopuli.kademlia.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("What a node was told is on its disk")
class MemoryTest {
    private static final ChunkPos CHUNK = new ChunkPos(1, 2, 3);
    private static final WriterId SELF = WriterId.of(new byte[WriterId.LENGTH]);
    private static final WriterId OTHER = WriterId.parse("11".repeat(WriterId.LENGTH));
    private static final int BLOCK = 7;

    private Duration now = Duration.ZERO;
    private final Ledger ledger = new Ledger(() -> now, () -> true);
    private final Memory memory = new Memory("n1", SELF, ledger, () -> now);

    @BeforeEach
    void somebodyAsks() {
        ledger.issued(new PlannedEdit(BLOCK, 1, now, BlockPos.ofVoxel(CHUNK, 5)));
    }

    private void later() {
        now = now.plusSeconds(1);
    }

    private static StoredRecord claim(long epoch, WriterId owner) {
        return new StoredRecord(Memory.CLAIM, CHUNK.toString(), epoch + " " + owner + " 10.1.0.1:4001", 0);
    }

    private void claims(long epoch, WriterId owner) {
        memory.claims(claim(epoch, owner));
        memory.claimed(claim(epoch, owner));
        later();
    }

    private static EditBatch stamped(long millis, WriterId writer) {
        Stamp stamp = new Stamp(millis << 16, writer);
        return new EditBatch(List.of(new Edit(5, BLOCK, stamp)), List.of(new AppliedRange(1, 1, 1, stamp.time())));
    }

    private void saves(EditBatch edits) {
        memory.saves(CHUNK, edits);
        memory.saved(CHUNK, edits);
        later();
    }

    @Test
    @DisplayName("epochs rise, and of another's epoch it is not the owner too")
    void epochs() {
        claims(1, SELF);
        claims(2, OTHER);
        claims(2, OTHER);
        claims(3, SELF);
        assertThat(memory.fallenEpochs()).isEmpty();
        claims(1, SELF);
        assertThat(memory.fallenEpochs()).singleElement().asString().contains("n1 claims chunk 1,2,3", "epoch 1");
        claims(4, OTHER);
        claims(4, SELF);
        claims(3, OTHER);
        assertThat(memory.fallenEpochs()).hasSize(3);
    }

    @Test
    @DisplayName("a claim that is not durable yet, or whose disk was lost, is not known")
    void lostClaims() {
        memory.claims(claim(3, OTHER));
        claims(1, SELF);
        claims(5, OTHER);
        memory.lost();
        claims(1, SELF);
        assertThat(memory.fallenEpochs()).isEmpty();
    }

    @Test
    @DisplayName("an edit that it had when it started is not stamped again")
    void restart() {
        claims(1, SELF);
        saves(stamped(1_000, SELF));
        assertThat(memory.knewWhenItBegan(ledger.fate(BLOCK).orElseThrow())).isFalse();
        memory.started();
        saves(stamped(1_000, SELF));
        assertThat(memory.stampedAgain()).isEmpty();
        assertThat(memory.knewWhenItBegan(ledger.fate(BLOCK).orElseThrow())).isTrue();
        saves(stamped(2_000, SELF));
        assertThat(memory.stampedAgain()).singleElement().asString().contains("n1 stamps e7");
    }

    @Test
    @DisplayName("an edit that it had before it took over is not stamped again")
    void takeOver() {
        memory.started();
        later();
        saves(stamped(1_000, OTHER));
        claims(2, SELF);
        saves(stamped(2_000, SELF));
        assertThat(memory.stampedAgain()).hasSize(1);
    }

    @Test
    @DisplayName(
            "what came while it was serving, what others stamped, what is old, and what was lost or cannot be read does not count")
    void exempt() {
        claims(2, SELF);
        saves(stamped(1_000, OTHER));
        saves(stamped(2_000, SELF));
        memory.started();
        later();
        saves(stamped(700_000, SELF));
        memory.cannotRead(CHUNK);
        saves(stamped(3_000, SELF));
        memory.started();
        memory.lost();
        saves(stamped(4_000, SELF));
        assertThat(memory.stampedAgain()).isEmpty();
    }

    @Test
    @DisplayName("what is read is not older than what is durable")
    void tooOld() {
        saves(stamped(2_000, OTHER));
        saves(stamped(1_000, OTHER));
        memory.read(CHUNK, memory.latest(CHUNK), stamped(2_000, OTHER));
        memory.read(CHUNK, memory.latest(CHUNK), stamped(3_000, OTHER));
        assertThat(memory.readTooOld()).isEmpty();
        memory.read(CHUNK, memory.latest(CHUNK), stamped(1_000, OTHER));
        memory.read(CHUNK, memory.latest(CHUNK), EditBatch.EMPTY);
        assertThat(memory.readTooOld()).hasSize(2);
        memory.lost();
        memory.read(CHUNK, memory.latest(CHUNK), EditBatch.EMPTY);
        assertThat(memory.readTooOld()).hasSize(2);
    }
}
