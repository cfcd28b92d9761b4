package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.voxelpopuli.kademlia.directory.WorldKeys;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;

/**
 * Everything that is going to happen to a world, drawn from a seed: its nodes, its clients, what they build, and what goes wrong. Immutable. The same scenario gives the same run.
 *
 * <p>A scenario can be taken apart: each piece has a name ({@link #pieces()}), and what is left without some of them is a scenario too.
 *
 * <pre>{@code
 * Scenario scenario = Scenario.draw(17);
 * Scenario withoutOneFault = scenario.without(List.of(scenario.pieces().get(0)));
 * Scenario withoutAnyFault = scenario.clean();
 * }</pre>
 */
public final class Scenario {
    /** The highest block type of an edit, and so the most edits. */
    static final int MOST_EDITS = 200;

    private static final Duration SETUP = Duration.ofSeconds(4);

    private final long seed;
    private final int nodes;
    private final List<PlannedClient> clients;
    private final List<Fault> faults;
    private final List<PlannedEdit> edits;
    private final Duration disturbed;
    private final TreeSet<String> removed;

    private Scenario(
            long seed,
            int nodes,
            List<PlannedClient> clients,
            List<Fault> faults,
            List<PlannedEdit> edits,
            Duration disturbed,
            Set<String> removed) {
        this.seed = seed;
        this.nodes = nodes;
        this.clients = List.copyOf(clients);
        this.faults = List.copyOf(faults);
        this.edits = List.copyOf(edits);
        this.disturbed = disturbed;
        this.removed = new TreeSet<>(removed);
    }

    /** One that was not drawn; the seed decides what else is random in its run. */
    static Scenario of(
            long seed,
            int nodes,
            List<PlannedClient> clients,
            List<Fault> faults,
            List<PlannedEdit> edits,
            Duration disturbed) {
        return new Scenario(seed, nodes, clients, faults, edits, disturbed, Set.of());
    }

    /** The scenario of a seed: 5 to 30 nodes, 10 to 100 clients, mostly few. */
    public static Scenario draw(long seed) {
        RandomGenerator random = SeededRandom.of(seed, "scenario");
        int nodes = size(random, 5, 9, 15, 30);
        List<ChunkPos> chunks = new ArrayList<>();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            chunks.add(new ChunkPos(random.nextInt(-50, 50), 1, random.nextInt(-50, 50)));
        }
        List<PlannedClient> clients = new ArrayList<>();
        int players = size(random, 10, 14, 30, 100);
        for (int i = 0; i < players; i++) {
            List<Integer> stones = List.of(random.nextInt(nodes), random.nextInt(nodes), random.nextInt(nodes));
            Duration at = SETUP.plusMillis(random.nextInt(2_000));
            clients.add(new PlannedClient(i, chunks.get(random.nextInt(chunks.size())), stones, at));
        }
        Duration disturbed = SETUP.plusMillis(random.nextLong(8_000, 25_000));
        List<PlannedEdit> edits = new ArrayList<>();
        int voxels = random.nextInt(1, 12);
        int count = random.nextInt(30, MOST_EDITS);
        for (int block = 1; block <= count; block++) {
            int client = random.nextInt(players);
            int voxel = random.nextInt(voxels) * 2_731;
            edits.add(new PlannedEdit(
                    block,
                    client,
                    SETUP.plusMillis(random.nextLong(2_000, disturbed.toMillis() - SETUP.toMillis() + 2_000)),
                    BlockPos.ofVoxel(clients.get(client).chunk(), voxel)));
        }
        return new Scenario(
                seed,
                nodes,
                clients,
                faults(random, byRank(seed, nodes, chunks), disturbed),
                edits,
                disturbed,
                Set.of());
    }

    /** Small mostly, large now and then. */
    private static int size(RandomGenerator random, int least, int small, int large, int most) {
        int draw = random.nextInt(20);
        if (draw == 0) {
            return random.nextInt(large, most + 1);
        }
        return draw < 4 ? random.nextInt(small, large + 1) : random.nextInt(least, small + 1);
    }

    /** The nodes of each chunk that matter to it, its owner-to-be first, then those that are to have copies. */
    static List<List<Integer>> byRank(long seed, int nodes, List<ChunkPos> chunks) {
        List<List<Integer>> ranked = new ArrayList<>();
        for (ChunkPos chunk : chunks) {
            NodeId key = WorldKeys.of(chunk);
            ranked.add(IntStream.range(0, nodes)
                    .boxed()
                    .sorted(Comparator.comparing(node -> Member.identity(seed, node), key::compareDistance))
                    .toList());
        }
        return ranked;
    }

    private static List<Fault> faults(RandomGenerator random, List<List<Integer>> byRank, Duration disturbed) {
        List<FaultKind> kinds = new ArrayList<>();
        double share = random.nextDouble(0.05, 0.35);
        List<FaultKind> all = new ArrayList<>(List.of(FaultKind.values()));
        all.remove(FaultKind.MIDWAY);
        for (FaultKind kind : all) {
            if (random.nextDouble() < share) {
                kinds.add(kind);
            }
        }
        if (kinds.isEmpty()) {
            kinds.add(all.get(random.nextInt(all.size())));
        }
        int victim = someNode(random, byRank);
        // Some troubles come alone, others at once.
        long window = random.nextBoolean() ? disturbed.minus(SETUP).toMillis() : 2_501 + random.nextLong(5_000);
        List<Fault> faults = new ArrayList<>();
        for (int number = random.nextInt(1, 14); number > 0; number--) {
            FaultKind kind = kinds.get(random.nextInt(kinds.size()));
            boolean ofVictim = kind == FaultKind.WIPE || kind == FaultKind.TORN;
            int node = someNode(random, byRank);
            long longest = random.nextInt(4) == 0 ? 20_000 : 6_000;
            faults.add(new Fault(
                    number,
                    kind,
                    SETUP.plusMillis(random.nextLong(
                            2_500, Math.min(window, disturbed.minus(SETUP).toMillis()))),
                    Duration.ofMillis(random.nextLong(200, longest)),
                    ofVictim ? victim : node,
                    random.nextLong()));
        }
        // Beside the others, in one scenario of four.
        for (int more = random.nextInt(4) == 0 ? random.nextInt(1, 4) : 0; more > 0; more--) {
            faults.add(new Fault(
                    faults.size() + 1,
                    FaultKind.MIDWAY,
                    SETUP.plusMillis(
                            random.nextLong(2_500, disturbed.minus(SETUP).toMillis())),
                    Duration.ofMillis(random.nextLong(200, 6_000)),
                    someNode(random, byRank),
                    random.nextLong()));
        }
        faults.sort((a, b) -> a.at().compareTo(b.at()));
        return faults;
    }

    /** Mostly one that serves a chunk, or has a copy. */
    private static int someNode(RandomGenerator random, List<List<Integer>> byRank) {
        List<Integer> nodes = byRank.get(random.nextInt(byRank.size()));
        int draw = random.nextInt(10);
        return nodes.get(draw < 4 ? 0 : draw < 8 ? Math.min(nodes.size() - 1, draw - 3) : random.nextInt(nodes.size()));
    }

    /** What it was drawn from. */
    public long seed() {
        return seed;
    }

    /** The same without anything that goes wrong. */
    public Scenario clean() {
        return without(kinds().stream().map(FaultKind::token).toList());
    }

    /** The kinds of what goes wrong. */
    public Set<FaultKind> kinds() {
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        faults.forEach(fault -> kinds.add(fault.kind()));
        return kinds;
    }

    /**
     * The names of its pieces, coarse ones first: {@code crash}, a kind of fault; {@code f3}, a fault; {@code c4}, a client with its edits; {@code n5}, a node; {@code e17}, an edit.
     */
    public List<String> pieces() {
        List<String> pieces = new ArrayList<>();
        kinds().forEach(kind -> pieces.add(kind.token()));
        faults.forEach(fault -> pieces.add("f" + fault.number()));
        clients.forEach(client -> pieces.add(client.name()));
        for (int node = 0; node < nodes; node++) {
            if (!removed.contains("n" + node)) {
                pieces.add("n" + node);
            }
        }
        edits.forEach(edit -> pieces.add("e" + edit.block()));
        return pieces;
    }

    /** What is left without some pieces; names of no piece are ignored. */
    public Scenario without(Iterable<String> pieces) {
        TreeSet<String> gone = new TreeSet<>(removed);
        pieces.forEach(gone::add);
        Predicate<PlannedClient> staying = client -> !gone.contains(client.name());
        return new Scenario(
                seed,
                nodes,
                clients.stream().filter(staying).toList(),
                faults.stream()
                        .filter(fault -> !gone.contains(fault.kind().token()) && !gone.contains("f" + fault.number()))
                        .toList(),
                edits.stream()
                        .filter(edit -> !gone.contains("c" + edit.client()) && !gone.contains("e" + edit.block()))
                        .toList(),
                disturbed,
                gone);
    }

    /** The pieces that were taken away. */
    public Set<String> removed() {
        return new TreeSet<>(removed);
    }

    int nodes() {
        return nodes;
    }

    boolean has(int node) {
        return !removed.contains("n" + node);
    }

    List<PlannedClient> clients() {
        return clients;
    }

    List<Fault> faults() {
        return faults;
    }

    List<PlannedEdit> edits() {
        return edits;
    }

    /** When all that goes wrong has ended. */
    Duration disturbed() {
        return disturbed;
    }

    /** In words. */
    @Override
    public String toString() {
        long left =
                nodes - removed.stream().filter(piece -> piece.startsWith("n")).count();
        return "seed " + seed + ": " + left + " nodes, " + clients.size() + " clients, " + edits.size() + " edits, "
                + (faults.isEmpty() ? "nothing goes wrong" : "faults " + Arrays.toString(faults.toArray()));
    }
}
