package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditDigest;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.world.ChunkPos;

/**
 * Makes two copies of a chunk equal: walks down both digest trees where they differ, fetches what the other has more, and finds what it lacks.
 * Used on the worker of the replication.
 */
final class ChunkRepair {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final List<Integer> ALL_LEAVES =
            IntStream.range(0, EditDigest.LEAVES).boxed().toList();

    private final ChunkPos chunk;
    private final Copies copies;
    private final Function<Question, CompletableFuture<Answer>> other;
    private final RepairTraffic traffic;
    private final LongSupplier wallMillis;

    /**
     * What came out of it.
     *
     * @param fetched what the other had and we had not; not yet saved
     * @param lacking what we have and the other has not
     */
    record Difference(EditBatch fetched, EditBatch lacking) {}

    /** @param other asks the node that has the other copy */
    ChunkRepair(
            ChunkPos chunk,
            Copies copies,
            RepairTraffic traffic,
            LongSupplier wallMillis,
            Function<Question, CompletableFuture<Answer>> other) {
        this.chunk = chunk;
        this.copies = copies;
        this.traffic = traffic;
        this.wallMillis = wallMillis;
        this.other = other;
    }

    static Duration patience() {
        return PATIENCE;
    }

    /** Finds the differences. Fails with {@link PeerException} if the other does not answer, or answers something else. */
    CompletableFuture<Difference> compare() {
        return copies.read(chunk).thenCompose(log -> {
            if (log.size() == 0) {
                // Nothing to compare with: take all.
                return fetch(ALL_LEAVES, true).thenApply(theirs -> new Difference(theirs, EditBatch.EMPTY));
            }
            EditDigest digest = EditDigest.of(log);
            return branches(digest)
                    .thenCompose(differing -> differing.isNone()
                            ? CompletableFuture.completedFuture(new Difference(EditBatch.EMPTY, EditBatch.EMPTY))
                            : fetch(differing.leaves(), differing.applied())
                                    .thenApply(theirs -> difference(log, theirs, differing)));
        });
    }

    private record Differing(List<Integer> leaves, boolean applied) {
        boolean isNone() {
            return leaves.isEmpty() && !applied;
        }
    }

    private CompletableFuture<Differing> branches(EditDigest digest) {
        return digests(Optional.empty()).thenCompose(theirs -> {
            List<Integer> leaves = new ArrayList<>();
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int branch = 0; branch < EditDigest.BRANCHES; branch++) {
                if (digest.branch(branch) != theirs.digests().get(branch)) {
                    int at = branch;
                    all.add(digests(Optional.of(at)).thenAccept(below -> {
                        for (int i = 0; i < EditDigest.LEAVES_PER_BRANCH; i++) {
                            int leaf = at * EditDigest.LEAVES_PER_BRANCH + i;
                            if (digest.leaf(leaf) != below.digests().get(i)) {
                                leaves.add(leaf);
                            }
                        }
                    }));
                }
            }
            boolean applied = digest.applied() != theirs.applied();
            return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                    .thenApply(done -> new Differing(leaves, applied));
        });
    }

    private CompletableFuture<Answer.Digests> digests(Optional<Integer> branch) {
        int expected = branch.isPresent() ? EditDigest.LEAVES_PER_BRANCH : EditDigest.BRANCHES;
        return ask(new Question.Compare(chunk, branch), Answer.Digests.class).thenApply(answer -> {
            if (answer.digests().size() != expected) {
                throw new PeerException(
                        "answered with " + answer.digests().size() + " digests, wanted were " + expected);
            }
            traffic.digests(expected);
            return answer;
        });
    }

    private CompletableFuture<EditBatch> fetch(List<Integer> leaves, boolean applied) {
        return ask(new Question.Fetch(chunk, leaves, applied), Answer.Edits.class)
                .thenCompose(answer -> {
                    EditBatch edits = Ahead.without(answer.edits(), wallMillis.getAsLong());
                    traffic.edits(edits);
                    if (answer.left().isEmpty()) {
                        return CompletableFuture.completedFuture(edits);
                    }
                    if (answer.left().size() >= leaves.size()) {
                        throw new PeerException(
                                "answered none of the " + leaves.size() + " leaves that were asked for");
                    }
                    return fetch(answer.left(), false).thenApply(rest -> both(edits, rest));
                });
    }

    private static EditBatch both(EditBatch some, EditBatch rest) {
        List<Edit> edits = new ArrayList<>(some.edits());
        edits.addAll(rest.edits());
        return new EditBatch(edits, some.applied());
    }

    private static Difference difference(EditLog ours, EditBatch theirs, Differing differing) {
        EditLog their = new EditLog(theirs);
        Set<Integer> leaves = new HashSet<>(differing.leaves());
        List<Edit> lacking = new ArrayList<>();
        for (Edit edit : ours.edits()) {
            if (leaves.contains(EditDigest.leafOf(edit.voxel())) && their.apply(edit)) {
                lacking.add(edit);
            }
        }
        List<AppliedRange> ranges = differing.applied() ? ours.all().applied() : List.of();
        EditBatch missing = their.merge(new EditBatch(List.of(), ranges));
        EditBatch fetched = ours.merge(theirs);
        return new Difference(fetched, new EditBatch(lacking, missing.applied()));
    }

    private <T extends Answer> CompletableFuture<T> ask(Question question, Class<T> expected) {
        return other.apply(question).thenApply(answer -> {
            if (expected.isInstance(answer)) {
                return expected.cast(answer);
            }
            throw new PeerException("answered " + answer + ", wanted was " + expected.getSimpleName());
        });
    }
}
