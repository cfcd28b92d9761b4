package org.voxelpopuli.tools.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.simulation.Churn;
import org.voxelpopuli.kademlia.simulation.ChurnReport;
import org.voxelpopuli.kademlia.simulation.SimulatedChurn;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;

/** A network whose nodes come and go, in which texts are stored, replaced and looked for. */
public final class ChurnScenario {
    private static final int MINUTES = 60;
    private static final double LOSS = 0.01;

    private final long seed;
    private final int nodes;
    private final int hours;
    private final Watcher watcher;
    private long bytesSent;

    /** @param hours of virtual time, after all nodes have joined */
    public ChurnScenario(long seed, int nodes, int hours, Watcher watcher) {
        this.seed = seed;
        this.nodes = nodes;
        this.hours = hours;
        this.watcher = watcher;
    }

    /** How many steps the watcher will see: joins, and the virtual minutes of all nodes. */
    public static long steps(int nodes, int hours) {
        return nodes + (long) nodes * hours * MINUTES;
    }

    /** What happened, by the hour. */
    public List<ChurnRow> run() {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.simulation().network().datagramLoss(LOSS);
        network.onBuild(node -> node.addListener(new KademliaListener() {
            @Override
            public void datagramSent(int bytes) {
                bytesSent += bytes;
            }
        }));
        int[] joined = {0};
        network.grow(nodes, node -> watcher.done(++joined[0], joined[0] + " nodes have joined"));
        SimulatedChurn churn = new SimulatedChurn(network, Churn.USUAL);
        List<ChurnRow> rows = new ArrayList<>();
        ChurnReport all = ChurnReport.NOTHING;
        for (int hour = 1; hour <= hours; hour++) {
            long sentBefore = bytesSent;
            ChurnReport ofHour = ChurnReport.NOTHING;
            for (int minute = 1; minute <= MINUTES; minute++) {
                ofHour = churn.run(Duration.ofMinutes(1)).after(ofHour);
                watcher.done(
                        nodes + (long) nodes * ((hour - 1) * MINUTES + minute),
                        "hour %d, %d of %d gets found the newest"
                                .formatted(hour, ofHour.newest() + all.newest(), ofHour.gets() + all.gets()));
            }
            all = ofHour.after(all);
            rows.add(ChurnRow.of(hour, ofHour, all, (double) (bytesSent - sentBefore) / nodes));
        }
        return rows;
    }
}
