package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.kademlia.directory.WorldKeys;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.world.ChunkPos;

/** What is so now, seen from outside. */
final class Survey {
    /** The copies besides the owner's (DESIGN D3). */
    static final int REPLICAS = 3;

    private static final Duration LIMIT = Duration.ofSeconds(10);

    /**
     * @param named by the directories of the nodes, for each answer who gave it
     * @param serving the nodes that say that they serve it
     * @param owner the one of both, if there is one
     * @param replicas that should have a copy, nearest first
     */
    record OfChunk(
            ChunkPos chunk,
            Map<String, List<String>> named,
            List<Member> serving,
            Optional<Member> owner,
            List<Member> replicas) {}

    final JudgedWorld world;
    private final Map<ChunkPos, OfChunk> chunks = new LinkedHashMap<>();

    private Survey(JudgedWorld world) {
        this.world = world;
    }

    /** Lets time pass until the nodes have answered. */
    static Survey take(JudgedWorld world) {
        Survey survey = new Survey(world);
        Map<ChunkPos, Map<Member, CompletableFuture<ServerAddress>>> located = new HashMap<>();
        Map<ChunkPos, Map<Member, CompletableFuture<?>>> serving = new HashMap<>();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (ChunkPos chunk : world.chunks()) {
            for (Member member : world.live()) {
                CompletableFuture<ServerAddress> answer =
                        member.node().directory().locate(chunk);
                located.computeIfAbsent(chunk, c -> new LinkedHashMap<>()).put(member, answer);
                all.add(answer);
                var info = member.node().chunk(chunk);
                serving.computeIfAbsent(chunk, c -> new LinkedHashMap<>()).put(member, info);
                all.add(info);
            }
        }
        world.comesTrue(() -> all.stream().allMatch(CompletableFuture::isDone), LIMIT);
        for (ChunkPos chunk : world.chunks()) {
            survey.chunks.put(
                    chunk,
                    survey.ofChunk(
                            chunk, located.getOrDefault(chunk, Map.of()), serving.getOrDefault(chunk, Map.of())));
        }
        return survey;
    }

    private OfChunk ofChunk(
            ChunkPos chunk,
            Map<Member, CompletableFuture<ServerAddress>> located,
            Map<Member, CompletableFuture<?>> answers) {
        Map<String, List<String>> named = new LinkedHashMap<>();
        Set<ServerAddress> addresses = new LinkedHashSet<>();
        located.forEach((member, answer) -> {
            String text;
            if (!answer.isDone()) {
                text = "no answer";
            } else if (answer.isCompletedExceptionally()) {
                text = "failure " + answer.handle((value, failure) -> failure).join();
            } else {
                addresses.add(answer.join());
                text = answer.join().toString();
            }
            named.computeIfAbsent(text, t -> new ArrayList<>()).add(member.name);
        });
        List<Member> serving = answers.entrySet().stream()
                .filter(entry -> entry.getValue().isDone()
                        && !entry.getValue().isCompletedExceptionally()
                        && entry.getValue().join() instanceof Optional<?> info
                        && info.isPresent())
                .map(Map.Entry::getKey)
                .toList();
        Optional<Member> owner = serving.size() == 1
                ? Optional.of(serving.get(0))
                : addresses.stream().findFirst().flatMap(address -> Optional.ofNullable(world.at(address)));
        return new OfChunk(chunk, named, serving, owner, replicas(chunk, owner));
    }

    private List<Member> replicas(ChunkPos chunk, Optional<Member> owner) {
        NodeId key = WorldKeys.of(chunk);
        return world.live().stream()
                .filter(member -> !owner.equals(Optional.of(member)))
                .sorted(Comparator.comparing(Member::id, key::compareDistance))
                .limit(REPLICAS)
                .toList();
    }

    Iterable<OfChunk> chunks() {
        return chunks.values();
    }

    OfChunk chunk(ChunkPos chunk) {
        OfChunk of = chunks.get(chunk);
        if (of == null) {
            throw new IllegalArgumentException("nobody stands in chunk " + chunk);
        }
        return of;
    }

    /** What is on a node's disk, by voxel. */
    static Map<Integer, Edit> onDisk(Member member, ChunkPos chunk) {
        EditBatch batch = member.disk.durable(chunk);
        Map<Integer, Edit> edits = new HashMap<>();
        new EditLog(batch).edits().forEach(edit -> edits.put(edit.voxel(), edit));
        return edits;
    }
}
