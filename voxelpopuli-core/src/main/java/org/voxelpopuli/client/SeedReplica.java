package org.voxelpopuli.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * A chunk whose server speaks the seed's dialect.
 *
 * <p>The seed dialect does not answer an edit: the only sign is a CHUNK_DATA (SPEC V6.3), and one that was under way when the edit
 * was sent looks the same as one that refuses it. So an edit is confirmed by a CHUNK_DATA with its block; one that shows
 * something else is believed only {@link #SETTLE} after the edit was sent; without any CHUNK_DATA it fails after
 * {@link #TIMEOUT}, and the view goes back.
 */
final class SeedReplica extends ChunkReplica {
    /** Several times the way to a far server and back, and a tick. */
    static final Duration SETTLE = Duration.ofSeconds(1);

    static final Duration TIMEOUT = Duration.ofSeconds(5);

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

    private final Map<Integer, Edits> pending = new LinkedHashMap<>();
    private final List<Unsent> unsent = new ArrayList<>();
    private int pendingCount;
    private boolean interrupted;

    SeedReplica(ChunkPos position) {
        super(position);
    }

    @Override
    void confirm(Chunk data) {
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

    @Override
    @Nullable
    String refusal() {
        if (confirmed() == null || interrupted) {
            return "is disconnected";
        }
        return pendingCount < MAX_PENDING ? null : "has too many edits that wait for their confirmation";
    }

    @Override
    List<BlockChange> edit(int voxel, int block, CompletableFuture<Integer> result, long now) {
        Chunk server = Objects.requireNonNull(confirmed(), "no edits before the first data");
        Edits edits = pending.computeIfAbsent(voxel, v -> new Edits(server.get(v)));
        edits.queue.add(new Edit(block, now, result));
        edits.answered = false;
        pendingCount++;
        unsent.add(new Unsent(0, voxel, block));
        return show();
    }

    @Override
    List<Unsent> takeUnsent() {
        List<Unsent> taken = List.copyOf(unsent);
        unsent.clear();
        return taken;
    }

    @Override
    List<BlockChange> accepted(int number) {
        return List.of();
    }

    @Override
    List<BlockChange> refused(int number, String reason) {
        return List.of();
    }

    @Override
    List<BlockChange> expire(long now) {
        Chunk server = confirmed();
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

    /** Nobody knows whether the server applied what was under way. */
    @Override
    void interrupt(Exception reason) {
        pending.values().forEach(edits -> failAll(edits, reason));
        pendingCount = 0;
        interrupted = true;
    }

    @Override
    void abandon(Exception reason) {
        interrupt(reason);
    }

    @Override
    boolean awaitsAnswers() {
        return false;
    }

    @Override
    Map<Integer, Integer> own() {
        Map<Integer, Integer> own = new LinkedHashMap<>();
        pending.forEach((voxel, edits) -> own.put(voxel, edits.queue.getLast().block));
        return own;
    }

    private void completeAll(Edits edits, int block) {
        while (!edits.queue.isEmpty()) {
            complete(edits.queue.remove(), block);
        }
    }

    private void complete(Edit edit, int block) {
        pendingCount--;
        complete(edit.result, block);
    }

    private void failAll(Edits edits, Exception reason) {
        for (Edit edit : edits.queue) {
            pendingCount--;
            fail(edit.result, reason);
        }
    }
}
