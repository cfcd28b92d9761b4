package org.voxelpopuli.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/**
 * Gives up copies that nobody counts on any more: when membership has changed, others are nearer. A copy is given up only if its owner and as many nearer nodes as
 * shall have one say that theirs are equal to it, and on disk. Belongs to the worker of the replication.
 */
final class Surplus {
    private static final Logger log = LoggerFactory.getLogger(Surplus.class);

    private final Worker worker;
    private final ReplicationSettings settings;
    private final WriterId self;
    private final Copies copies;
    private final Claims claims;
    private final Replicas replicas;
    private final PeerLinks links;

    Surplus(
            Worker worker,
            ReplicationSettings settings,
            WriterId self,
            Copies copies,
            Claims claims,
            Replicas replicas,
            PeerLinks links) {
        this.worker = worker;
        this.settings = settings;
        this.self = self;
        this.copies = copies;
        this.claims = claims;
        this.replicas = replicas;
        this.links = links;
    }

    /**
     * Gives a copy up if it may.
     *
     * @param owner who serves the chunk
     * @param forget called on the worker, right before the copy is removed; false if the owner counts us among its keepers again, so that it stays
     * @return completes on the worker, with whether it was given up; never fails
     */
    CompletableFuture<Boolean> giveUp(ChunkPos chunk, ServerAddress owner, BooleanSupplier forget) {
        if (settings.copies() == 0) {
            return CompletableFuture.completedFuture(false);
        }
        CompletableFuture<List<PeerNode>> nearest = replicas.nearest(chunk, settings.copies() + 1);
        return copies.root(chunk)
                .thenCompose(
                        root -> nearest.thenComposeAsync(nodes -> giveUp(chunk, owner, nodes, root, forget), worker))
                .exceptionally(failure -> false);
    }

    private CompletableFuture<Boolean> giveUp(
            ChunkPos chunk, ServerAddress owner, List<PeerNode> nearest, long root, BooleanSupplier forget) {
        List<PeerNode> keepers = nearest.stream()
                .filter(node -> !node.server().equals(owner))
                .limit(settings.copies())
                .toList();
        if (keepers.size() < settings.copies()
                || replicas.compareDistance(
                                chunk, self, keepers.get(keepers.size() - 1).id())
                        < 0) {
            return CompletableFuture.completedFuture(false);
        }
        List<CompletableFuture<Boolean>> equal = new ArrayList<>();
        Question holding = new Question.Holding(chunk);
        equal.add(links.ask(owner, holding, settings.answerTime()).thenApply(answer -> isEqual(answer, root)));
        keepers.forEach(keeper -> equal.add(
                links.ask(keeper, holding, settings.answerTime()).thenApply(answer -> isEqual(answer, root))));
        return CompletableFuture.allOf(equal.toArray(CompletableFuture[]::new))
                .thenComposeAsync(
                        all -> equal.stream().allMatch(CompletableFuture::join) && forget.getAsBoolean()
                                ? remove(chunk, keepers)
                                : CompletableFuture.completedFuture(false),
                        worker);
    }

    private static boolean isEqual(Answer answer, long root) {
        return answer instanceof Answer.Held held && held.root() == root && held.kept();
    }

    private CompletableFuture<Boolean> remove(ChunkPos chunk, List<PeerNode> keepers) {
        log.debug("The copy of chunk {} is given up: {} are nearer and have it", chunk, keepers);
        return CompletableFuture.allOf(copies.remove(chunk), claims.remove(chunk))
                .thenApply(done -> true);
    }
}
