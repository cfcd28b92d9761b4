package org.voxelpopuli.kademlia.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.voxelpopuli.DirectoryProvider;
import org.voxelpopuli.VoxelNodeBuilder;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.replication.ReplicationSettings;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;

/** A test of the judge: bugs that are put in on purpose must be found. They are listed in docs/simulation.md. */
@Tag("once")
@DisplayName("The judge finds")
class MutationTest {
    private static final int SEEDS = 200;

    private record Mutation(String name, Sabotage sabotage) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Mutation> mutations() {
        return Stream.of(
                new Mutation("a store that acknowledges before fsync", new AcknowledgesBeforeFsync()),
                new Mutation("a keeper that acknowledges and saves nothing", new KeeperSavesNothing()),
                new Mutation("an owner that waits for no keeper", new WaitsForNoKeeper()),
                new Mutation("an owner that never gives way", new NeverGivesWay()),
                new Mutation("a merge that ignores stamps", new IgnoresStamps()),
                new Mutation("a store that loses one write in fifty", new LosesAWrite()),
                new Mutation("an owner that forgets the epoch when it starts again", new ForgetsTheEpoch()),
                new Mutation("a store that forgets which edits of clients it has", new ForgetsWhoAsked()),
                new Mutation("an owner that starts again at the first epoch", new StartsAtTheFirstEpoch()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutations")
    void isFound(Mutation mutation) {
        Judge judge = new Judge(mutation.sabotage());
        Optional<Verdict> found = Optional.empty();
        for (long seed = 1; seed <= SEEDS && found.isEmpty(); seed++) {
            found = Optional.of(judge.judge(Scenario.draw(seed))).filter(verdict -> !verdict.held());
        }
        assertThat(found).as("a failing seed of 1 to " + SEEDS).isPresent();
        System.out.println(mutation + ": seed " + found.get().scenario().seed() + ", "
                + found.get().findings().get(0));
    }

    private static final class AcknowledgesBeforeFsync implements Sabotage {
        @Override
        public WorldStore store(String node, WorldStore store) {
            return new WrappedStore(store) {
                @Override
                public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
                    var unused = super.saveChunk(position, edits);
                    return CompletableFuture.completedFuture(null);
                }
            };
        }
    }

    private static final class KeeperSavesNothing implements Sabotage {
        @Override
        public WorldStore store(String node, WorldStore store) {
            return new WrappedStore(store) {
                private final Map<String, String> claims = new HashMap<>();

                @Override
                public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
                    String claim = claims.get(position.toString());
                    boolean ofAnother = claim != null && !claim.contains(" " + addressOf(node) + ":");
                    return super.saveChunk(position, ofAnother ? EditBatch.EMPTY : edits);
                }

                @Override
                public RecordTable records() {
                    return new WrappedRecords(super.records()) {
                        @Override
                        public CompletableFuture<Void> put(StoredRecord row) {
                            if (row.kind().equals("claim")) {
                                claims.put(row.key(), row.value());
                            }
                            return super.put(row);
                        }
                    };
                }
            };
        }

        private static String addressOf(String node) {
            return Member.address(Integer.parseInt(node.substring(1))).getHostAddress();
        }
    }

    private static final class WaitsForNoKeeper implements Sabotage {
        @Override
        public void change(VoxelNodeBuilder node) {
            node.replication(ReplicationSettings.DEFAULT.withCopies(0));
        }
    }

    private static final class NeverGivesWay implements Sabotage {
        @Override
        public DirectoryProvider directory(DirectoryProvider directory) {
            return context -> directory.open(context).thenApply(opened -> {
                WriterId self = WriterId.of(context.identity().id());
                Replicas replicas = opened.replicas();
                Replicas stubborn = changed(Replicas.class, replicas, "prevails", arguments -> {
                    Claim other = (Claim) arguments[2];
                    return other.owner().equals(self)
                            ? CompletableFuture.completedFuture(false)
                            : replicas.prevails((ChunkPos) arguments[0], (Claim) arguments[1], other);
                });
                return changed(Directory.class, opened, "replicas", arguments -> stubborn);
            });
        }
    }

    private static final class IgnoresStamps implements Sabotage {
        @Override
        public WorldStore store(String node, WorldStore store) {
            return new WrappedStore(store) {
                private final Map<ChunkPos, Map<Integer, Edit>> latest = new HashMap<>();

                @Override
                public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
                    Map<Integer, Edit> chunk = latest.computeIfAbsent(position, p -> new HashMap<>());
                    edits.edits().forEach(edit -> chunk.put(edit.voxel(), edit));
                    return super.saveChunk(position, edits);
                }

                @Override
                public CompletableFuture<EditBatch> loadEdits(ChunkPos position) {
                    return super.loadEdits(position).thenApply(batch -> {
                        Map<Integer, Edit> edits = new HashMap<>();
                        batch.edits().forEach(edit -> edits.put(edit.voxel(), edit));
                        edits.putAll(latest.getOrDefault(position, Map.of()));
                        return new EditBatch(new ArrayList<>(edits.values()), batch.applied());
                    });
                }
            };
        }
    }

    private static final class LosesAWrite implements Sabotage {
        @Override
        public WorldStore store(String node, WorldStore store) {
            return new WrappedStore(store) {
                private int writes;

                @Override
                public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
                    return super.saveChunk(position, ++writes % 50 == 0 ? EditBatch.EMPTY : edits);
                }
            };
        }
    }

    private static final class ForgetsTheEpoch implements Sabotage {
        @Override
        public WorldStore store(String node, WorldStore store) {
            return new WrappedStore(store) {
                @Override
                public RecordTable records() {
                    return new WrappedRecords(super.records()) {
                        @Override
                        public CompletableFuture<List<StoredRecord>> all(String kind) {
                            return kind.equals("claim")
                                    ? CompletableFuture.completedFuture(List.of())
                                    : super.all(kind);
                        }
                    };
                }
            };
        }
    }

    private static final class ForgetsWhoAsked implements Sabotage {
        @Override
        public WorldStore store(String node, WorldStore store) {
            return new WrappedStore(store) {
                @Override
                public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
                    return super.saveChunk(position, EditBatch.of(edits.edits()));
                }
            };
        }
    }

    private static final class StartsAtTheFirstEpoch implements Sabotage {
        @Override
        public WorldStore store(String node, WorldStore store) {
            return new WrappedStore(store) {
                @Override
                public RecordTable records() {
                    return new WrappedRecords(super.records()) {
                        @Override
                        public CompletableFuture<List<StoredRecord>> all(String kind) {
                            return super.all(kind)
                                    .thenApply(rows -> !kind.equals("claim")
                                            ? rows
                                            : rows.stream()
                                                    .map(row -> new StoredRecord(
                                                            kind,
                                                            row.key(),
                                                            "1"
                                                                    + row.value()
                                                                            .substring(row.value()
                                                                                    .indexOf(' ')),
                                                            row.writtenMillis()))
                                                    .toList());
                        }
                    };
                }
            };
        }
    }

    /** As another is, but for one method. */
    private static <T> T changed(Class<T> type, T other, String method, Function<Object[], Object> instead) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, called, arguments) ->
                        called.getName().equals(method) ? instead.apply(arguments) : called.invoke(other, arguments)));
    }
}
