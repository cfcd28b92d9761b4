package org.voxelpopuli.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * A chunk as the player sees it: what the server sent last, and over it the player's own edits that the server has not yet shown
 * (SPEC V9.7). Changes of what is shown are found by comparison, so each is reported once, whatever was missed.
 *
 * <p>The seed dialect does not answer an edit: the only sign is a CHUNK_DATA (SPEC V6.3), and one that was under way when the edit
 * was sent looks the same as one that refuses it. So an edit is confirmed by a CHUNK_DATA with its block; one that shows
 * something else is believed only {@link #SETTLE} after the edit was sent; without any CHUNK_DATA it fails after
 * {@link #TIMEOUT}, and the view goes back.
 */
final class ChunkReplica {
    /** Several times the way to a far server and back, and a tick. */
    static final Duration SETTLE = Duration.ofSeconds(1);

    static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** Edits under way in one chunk. */
    private static final int MAX_PENDING = 4096;

    private static final class Edits {
        final ArrayDeque<Edit> queue = new ArrayDeque<>();
        /** What the server showed before the first of them. */
        int base;
        /** Whether a CHUNK_DATA came after the last of them was sent. */
        boolean answered;

        Edits(int base) {
            this.base = base;
        }
    }

    private record Edit(int block, long sent, CompletableFuture<Integer> result) {}

    private final ChunkPos position;
    private final Map<Integer, Edits> pending = new LinkedHashMap<>();
    private final List<Runnable> completions = new ArrayList<>();
    private @Nullable Chunk confirmed;
    private @Nullable Chunk shown;
    private int pendingCount;
    private boolean interrupted;

    ChunkReplica(ChunkPos position) {
        this.position = position;
    }

    /** What the player sees; never changed, but replaced. Null before the first data. */
    @Nullable
    Chunk shown() {
        return shown;
    }

    /** The server sent the chunk. */
    List<BlockChange> receive(Chunk data) {
        boolean first = shown == null;
        confirmed = data;
        if (interrupted) {
            // What was under way when the connection broke is decided by the new state.
            interrupted = false;
            pending.clear();
            pendingCount = 0;
        }
        for (Iterator<Map.Entry<Integer, Edits>> all = pending.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Integer, Edits> entry = all.next();
            answer(entry.getValue(), data.get(entry.getKey()));
            if (entry.getValue().queue.isEmpty()) {
                all.remove();
            }
        }
        if (first) {
            shown = data;
            return List.of();
        }
        return show();
    }

    private void answer(Edits edits, int block) {
        edits.answered = true;
        boolean allEqual = edits.queue.stream().allMatch(edit -> edit.block == block);
        boolean ours = edits.queue.stream().anyMatch(edit -> edit.block == block);
        if (allEqual) {
            completeAll(edits, block);
        } else if (block != edits.base && ours) {
            // The server applies one connection's edits in order: those before this one are overwritten.
            boolean found = false;
            while (!found) {
                found = edits.queue.element().block == block;
                complete(edits.queue.remove(), block);
            }
        }
        edits.base = block;
    }

    /** Whether one more edit may be under way. */
    boolean canEdit() {
        return confirmed != null && !interrupted && pendingCount < MAX_PENDING;
    }

    /**
     * The player's own edit, shown at once.
     *
     * @param now nanoseconds of the client's time
     */
    List<BlockChange> edit(int voxel, int block, CompletableFuture<Integer> result, long now) {
        Chunk server = Objects.requireNonNull(confirmed, "no edits before the first data");
        Edits edits = pending.computeIfAbsent(voxel, v -> new Edits(server.get(v)));
        edits.queue.add(new Edit(block, now, result));
        edits.answered = false;
        pendingCount++;
        return show();
    }

    /** Gives up on what was not confirmed in time. */
    List<BlockChange> expire(long now) {
        Chunk server = confirmed;
        if (pending.isEmpty() || server == null || interrupted) {
            return List.of();
        }
        boolean any = false;
        for (Iterator<Map.Entry<Integer, Edits>> all = pending.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Integer, Edits> entry = all.next();
            Edits edits = entry.getValue();
            int block = server.get(entry.getKey());
            if (edits.answered && now - edits.queue.getLast().sent >= SETTLE.toNanos()) {
                completeAll(edits, block);
            } else if (now - edits.queue.getLast().sent >= TIMEOUT.toNanos()) {
                failAll(
                        edits,
                        new TimeoutException("the server has not confirmed the block within " + TIMEOUT.toSeconds()
                                + " s; it shows block type " + block));
            } else {
                continue;
            }
            all.remove();
            any = true;
        }
        return any ? show() : List.of();
    }

    /** The connection broke: edits under way fail. What is shown stays until the server tells. */
    void interrupt(Exception reason) {
        pending.values().forEach(edits -> failAll(edits, reason));
        pendingCount = 0;
        interrupted = true;
    }

    private List<BlockChange> show() {
        Chunk before = shown;
        Chunk after = confirmed;
        if (before == null || after == null) {
            return List.of();
        }
        if (!pending.isEmpty()) {
            after = after.copy();
            for (Map.Entry<Integer, Edits> entry : pending.entrySet()) {
                after.set(entry.getKey(), entry.getValue().queue.getLast().block);
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

    private void completeAll(Edits edits, int block) {
        while (!edits.queue.isEmpty()) {
            complete(edits.queue.remove(), block);
        }
    }

    private void complete(Edit edit, int block) {
        pendingCount--;
        completions.add(() -> edit.result.complete(block));
    }

    private void failAll(Edits edits, Exception reason) {
        for (Edit edit : edits.queue) {
            pendingCount--;
            completions.add(() -> edit.result.completeExceptionally(reason));
        }
    }

    /** What shall be told to those who wait, once the view is published. */
    List<Runnable> takeCompletions() {
        List<Runnable> taken = List.copyOf(completions);
        completions.clear();
        return taken;
    }
}
