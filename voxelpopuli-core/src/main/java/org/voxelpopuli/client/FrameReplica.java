package org.voxelpopuli.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * A chunk whose server speaks protocol v2. Every edit has a number and is answered. What is not answered when the connection breaks is sent again,
 * under its number and in order, to whoever serves the chunk then, until the client's patience ends: whoever has applied it says so and does
 * nothing.
 */
final class FrameReplica extends ChunkReplica {
    private final IntSupplier numbers;
    private final Duration patience;

    /** By number, which rises. */
    private final Map<Integer, Edit> pending = new LinkedHashMap<>();

    private final List<Unsent> unsent = new ArrayList<>();

    private record Edit(int voxel, int block, long asked, CompletableFuture<Integer> result) {}

    /**
     * A chunk of which nothing is known yet.
     *
     * @param numbers the next number of an edit of this chunk
     * @param patience for an edit to be answered
     */
    FrameReplica(ChunkPos position, IntSupplier numbers, Duration patience) {
        super(position);
        this.numbers = numbers;
        this.patience = patience;
    }

    /** Edits have answers of their own. */
    @Override
    void confirm(Chunk data) {}

    @Override
    @Nullable
    String refusal() {
        return pending.size() < MAX_PENDING ? null : "has too many edits that wait for their answer";
    }

    @Override
    List<BlockChange> edit(int voxel, int block, CompletableFuture<Integer> result, long now) {
        int number = numbers.getAsInt();
        pending.put(number, new Edit(voxel, block, now, result));
        unsent.add(new Unsent(number, voxel, block));
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
        Edit edit = pending.remove(number);
        if (edit == null) {
            return List.of();
        }
        complete(edit.result(), edit.block());
        return show();
    }

    @Override
    List<BlockChange> refused(int number, String reason) {
        Edit edit = pending.remove(number);
        if (edit == null) {
            return List.of();
        }
        fail(edit.result(), new EditRefusedException(reason));
        return show();
    }

    @Override
    List<BlockChange> expire(long now) {
        boolean any = false;
        for (Iterator<Map.Entry<Integer, Edit>> all = pending.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Integer, Edit> entry = all.next();
            if (now - entry.getValue().asked() < patience.toNanos()) {
                break;
            }
            all.remove();
            unsent.removeIf(edit -> edit.number() == entry.getKey());
            fail(
                    entry.getValue().result(),
                    new TimeoutException("no server has answered the edit within " + patience.toSeconds()
                            + " s; whether it was applied is not known"));
            any = true;
        }
        return any ? show() : List.of();
    }

    @Override
    void interrupt(Exception reason) {
        unsent.clear();
        pending.forEach((number, edit) -> unsent.add(new Unsent(number, edit.voxel(), edit.block())));
    }

    @Override
    void abandon(Exception reason) {
        pending.values().forEach(edit -> fail(edit.result(), reason));
        pending.clear();
        unsent.clear();
    }

    @Override
    boolean awaitsAnswers() {
        return !pending.isEmpty();
    }

    @Override
    Map<Integer, Integer> own() {
        Map<Integer, Integer> own = new LinkedHashMap<>();
        pending.values().forEach(edit -> own.put(edit.voxel(), edit.block()));
        return own;
    }
}
