package org.voxelpopuli.kademlia.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("All keepers of a chunk are restarted one second apart, then its owner is killed and its disk wiped:")
class RestartedKeepersTest {
    private static final int NODES = 6;
    private static final int CLIENTS = 10;
    private static final int EDITS = 180;
    private static final ChunkPos CHUNK = new ChunkPos(3, 1, -7);
    private static final Duration FIRST_RESTART = Duration.ofSeconds(8);
    private static final Duration DEATH = FIRST_RESTART.plusSeconds(4);

    /** Changes nothing; writes down who has the chunk, and who claims it for itself. */
    private static final class Observed implements Sabotage {
        final Set<String> keepers = new TreeSet<>();
        final List<String> owners = new ArrayList<>();
        private final long seed;

        Observed(long seed) {
            this.seed = seed;
        }

        @Override
        public WorldStore store(String node, WorldStore store) {
            String id = WriterId.of(Member.identity(seed, Integer.parseInt(node.substring(1)))
                            .bytes())
                    .toString();
            return new WrappedStore(store) {
                @Override
                public CompletableFuture<Void> saveChunk(ChunkPos position, EditBatch edits) {
                    if (owners.size() == 1 && !edits.isEmpty()) {
                        keepers.add(node);
                    }
                    return super.saveChunk(position, edits);
                }

                @Override
                public RecordTable records() {
                    return new WrappedRecords(super.records()) {
                        @Override
                        public CompletableFuture<Void> put(StoredRecord row) {
                            if (row.kind().equals(Memory.CLAIM) && row.value().contains(id)) {
                                owners.add(node);
                            }
                            return super.put(row);
                        }
                    };
                }
            };
        }
    }

    @Test
    @DisplayName("every acknowledged edit is there afterwards")
    void survives() {
        SeededRandom.forEachSeed(10, (seed, random) -> {
            List<Integer> nearest = Scenario.byRank(seed, NODES, List.of(CHUNK)).get(0);
            List<PlannedClient> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(number -> new PlannedClient(
                            number, CHUNK, List.of(nearest.get(4), nearest.get(5)), Duration.ofSeconds(4)))
                    .toList();
            List<PlannedEdit> edits = IntStream.rangeClosed(1, EDITS)
                    .mapToObj(block -> new PlannedEdit(
                            block,
                            block % CLIENTS,
                            Duration.ofSeconds(6).plusMillis(block * 40L),
                            BlockPos.ofVoxel(CHUNK, 500 * random.nextInt(60))))
                    .toList();
            List<Fault> faults = new ArrayList<>();
            for (int rank = 1; rank <= Survey.REPLICAS; rank++) {
                faults.add(new Fault(
                        rank,
                        FaultKind.CRASH,
                        FIRST_RESTART.plusSeconds(rank - 1),
                        Duration.ofMillis(random.nextLong(200, 900)),
                        nearest.get(rank),
                        0));
            }
            faults.add(new Fault(4, FaultKind.WIPE, DEATH, Duration.ofSeconds(5), nearest.get(0), 0));

            Observed observed = new Observed(seed);
            Verdict verdict =
                    new Judge(observed).judge(Scenario.of(seed, NODES, clients, faults, edits, DEATH.plusSeconds(6)));

            assertThat(verdict.findings()).isEmpty();
            assertThat(verdict.acknowledged()).isEqualTo(verdict.issued()).isEqualTo(EDITS + CLIENTS);
            assertThat(observed.owners).startsWith("n" + nearest.get(0)).hasSizeGreaterThan(1);
            for (int rank = 1; rank <= Survey.REPLICAS; rank++) {
                assertThat(observed.keepers).contains("n" + nearest.get(rank));
            }
        });
    }
}
