package org.voxelpopuli.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * A chunk as the player sees it: what the server sent last, and over it the player's own edits that the server has not yet answered
 * (SPEC V9.7). Changes of what is shown are found by comparison, so each is reported once, whatever was missed. Belongs to the client's worker.
 */
abstract class ChunkReplica {
    /** Edits under way in one chunk. */
    static final int MAX_PENDING = 4096;

    /** An edit to be sent. */
    record Unsent(int number, int voxel, int block) {}

    private final ChunkPos position;
    private final List<Runnable> completions = new ArrayList<>();
    private @Nullable Chunk confirmed;
    private @Nullable Chunk shown;

    ChunkReplica(ChunkPos position) {
        this.position = position;
    }

    /** What the player sees; never changed, but replaced. Null before the first data. */
    final @Nullable Chunk shown() {
        return shown;
    }

    /** What the server sent last. */
    final @Nullable Chunk confirmed() {
        return confirmed;
    }

    /** The server sent the chunk. */
    final List<BlockChange> receive(Chunk data) {
        boolean first = shown == null;
        confirmed = data;
        confirm(data);
        if (first) {
            shown = data;
            return List.of();
        }
        return show();
    }

    /** What the server sent may answer edits. */
    abstract void confirm(Chunk data);

    /** Whether one more edit may be asked for now; if not, why. */
    abstract @Nullable String refusal();

    /**
     * The player's own edit, shown at once, and to be sent.
     *
     * @param now nanoseconds of the client's time
     */
    abstract List<BlockChange> edit(int voxel, int block, CompletableFuture<Integer> result, long now);

    /** What is to be sent now, in this order. */
    abstract List<Unsent> takeUnsent();

    /** The server keeps the edit of this number. */
    abstract List<BlockChange> accepted(int number);

    /** The server did not apply the edit of this number. */
    abstract List<BlockChange> refused(int number, String reason);

    /** Gives up on what was not answered in time. */
    abstract List<BlockChange> expire(long now);

    /** The connection broke. What is shown stays until the server tells. */
    abstract void interrupt(Exception reason);

    /** The chunk is unloaded, or the client closed: edits under way fail. */
    abstract void abandon(Exception reason);

    /** Whether edits are under way that a later connection may still answer. */
    abstract boolean awaitsAnswers();

    /** The player's own edits by voxel, as far as they are to be shown over what the server sent. */
    abstract Map<Integer, Integer> own();

    final List<BlockChange> show() {
        Chunk before = shown;
        Chunk after = confirmed;
        if (before == null || after == null) {
            return List.of();
        }
        Map<Integer, Integer> own = own();
        if (!own.isEmpty()) {
            after = after.copy();
            for (Map.Entry<Integer, Integer> edit : own.entrySet()) {
                after.set(edit.getKey(), edit.getValue());
            }
        }
        shown = after;
        return differences(before.blocks(), after.blocks());
    }

    private List<BlockChange> differences(int[] before, int[] after) {
        List<BlockChange> changes = new ArrayList<>();
        int from = 0;
        while (true) {
            int skipped = Arrays.mismatch(before, from, before.length, after, from, after.length);
            if (skipped < 0) {
                return changes;
            }
            int voxel = from + skipped;
            changes.add(new BlockChange(BlockPos.ofVoxel(position, voxel), before[voxel], after[voxel]));
            from = voxel + 1;
        }
    }

    final void complete(CompletableFuture<Integer> result, int block) {
        completions.add(() -> result.complete(block));
    }

    final void fail(CompletableFuture<Integer> result, Exception reason) {
        completions.add(() -> result.completeExceptionally(reason));
    }

    /** What shall be told to those who wait, once the view is published. */
    final List<Runnable> takeCompletions() {
        List<Runnable> taken = List.copyOf(completions);
        completions.clear();
        return taken;
    }
}
