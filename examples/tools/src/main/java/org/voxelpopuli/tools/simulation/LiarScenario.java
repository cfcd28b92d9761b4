package org.voxelpopuli.tools.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.simulation.Lie;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.Compatibility;

/**
 * The same network again and again, of which more and more nodes lie from one moment on, each kind of lie being told by as many; with and without proofs of
 * identity. Of the nodes each third looks up on another number of paths. The puzzle of ids is off: the liars have solved it.
 */
public final class LiarScenario {
    /** Of the lookups of the rows, in the order of the lines of the charts. */
    static final List<Integer> PATHS = List.of(1, 4, 8);

    private static final int NODES = 2_000;
    private static final int MAX_LOOKUPS = 500;
    private static final int[] LIAR_PERCENT = {0, 10, 20, 30};
    private static final Duration BETWEEN_LOOKUPS = Duration.ofMillis(10);

    private final long seed;
    private final int nodes;
    private final Watcher watcher;
    private long steps;

    /** @param limit of nodes, of which it takes {@value #NODES} at most */
    public LiarScenario(long seed, int limit, Watcher watcher) {
        this.seed = seed;
        this.nodes = Math.min(limit, NODES);
        this.watcher = watcher;
    }

    /** How many steps the watcher will see: joins and lookups. */
    public static long steps(int limit) {
        int nodes = Math.min(limit, NODES);
        return 2L * LIAR_PERCENT.length * (nodes + (long) PATHS.size() * lookups(nodes));
    }

    private static int lookups(int nodes) {
        return Math.min(MAX_LOOKUPS, nodes);
    }

    /** How lookups fare, by proofs, by the share of the liars, by paths. */
    public List<LiarRow> run() {
        List<LiarRow> rows = new ArrayList<>();
        for (boolean proofs : new boolean[] {true, false}) {
            for (int percent : LIAR_PERCENT) {
                rows.addAll(run(proofs, percent));
            }
        }
        return rows;
    }

    private List<LiarRow> run(boolean proofs, int percent) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        Map<KademliaNode, Integer> paths = new HashMap<>();
        network.settings(settings -> settings.puzzleBits(0)
                .compatibility(proofs ? Compatibility.NONE : Compatibility.SEED)
                .disjointPaths(PATHS.get(paths.size() % PATHS.size())));
        network.onBuild(node -> paths.put(node, PATHS.get(paths.size() % PATHS.size())));
        network.grow(nodes, joined -> watcher.done(++steps, "a network for " + percent + " % liars"));
        network.lie(nodes * percent / 100, Lie.values());
        List<LiarRow> rows = new ArrayList<>();
        for (int count : PATHS) {
            List<KademliaNode> askers = network.honestNodes().stream()
                    .filter(node -> paths.getOrDefault(node, 0) == count)
                    .toList();
            int lookups = lookups(nodes);
            rows.add(LiarRow.of(
                    nodes, proofs, percent, count, network.lookUp("lookups", askers, lookups, BETWEEN_LOOKUPS)));
            steps += lookups;
            watcher.done(steps, lookups + " lookups on " + count + " paths with " + percent + " % liars");
        }
        return rows;
    }
}
