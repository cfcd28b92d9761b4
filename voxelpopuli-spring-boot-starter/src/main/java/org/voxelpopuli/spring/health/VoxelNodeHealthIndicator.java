package org.voxelpopuli.spring.health;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.replication.ReplicationStatus;
import org.voxelpopuli.spring.NodeView;
import org.voxelpopuli.spring.NodeView.NoAnswerException;
import org.voxelpopuli.store.StoreStatus;

/**
 * DOWN when the store cannot write, since what is built then survives no restart, and when other nodes refuse what this one stamps, since its clock is wrong. A node that is alone, or whose bootstrap hosts do not answer, is UP: it
 * serves its chunks, and the details say what it is trying.
 */
public final class VoxelNodeHealthIndicator extends AbstractHealthIndicator {
    private final NodeView view;

    /** Tells how that node is doing. */
    public VoxelNodeHealthIndicator(NodeView view) {
        super("the health of the VoxelPopuli node cannot be found out");
        this.view = view;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        StoreStatus store = view.node().store();
        Optional<String> clock = view.node().clockTrouble();
        builder.status(store.canWrite() && clock.isEmpty() ? "UP" : "DOWN")
                .withDetail("node", node(view.node()))
                .withDetail("dht", dht())
                .withDetail("store", store(store))
                .withDetail("replication", replication(clock));
    }

    private static Map<String, Object> node(VoxelNode node) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("id", node.id().toString());
        details.put("udpPort", node.port());
        details.put("gameServer", node.address().toString());
        details.put("ready", node.ready().isDone());
        details.put("connections", node.connections());
        return details;
    }

    private Map<String, Object> dht() {
        Map<String, Object> details = new LinkedHashMap<>();
        try {
            view.dht().ifPresentOrElse(status -> describe(status, details), () -> details.put("state", "NONE"));
        } catch (NoAnswerException e) {
            details.put("state", "UNKNOWN");
            details.put("error", e.getMessage());
        }
        return details;
    }

    private Map<String, Object> replication(Optional<String> clock) {
        Map<String, Object> details = new LinkedHashMap<>();
        clock.ifPresent(
                trouble -> details.put("error", trouble + ". Until then nothing that is built here is acknowledged"));
        try {
            ReplicationStatus status = view.replication();
            details.put("summary", status.summary());
            details.put("served", status.served());
            details.put("copies", status.copies());
            details.put("edited", status.edited());
            details.put("understaffed", status.understaffed());
            details.put("alone", status.alone());
            details.put("unacknowledged", status.unacknowledged());
        } catch (NoAnswerException e) {
            details.put("summary", e.getMessage());
        }
        return details;
    }

    private static void describe(KademliaStatus status, Map<String, Object> details) {
        details.put("state", status.state().name());
        details.put("bootstrap", status.bootstrap());
        details.put("contacts", status.contacts());
    }

    private static Map<String, Object> store(StoreStatus store) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("kind", store.kind());
        details.put("location", store.location());
        details.put("queuedWrites", store.queuedWrites());
        store.writeError()
                .ifPresent(error -> details.put("error", error + ". Until then nothing that is built here is kept"));
        if (!store.damagedChunks().isEmpty()) {
            details.put("damagedChunks", store.damagedChunks().size());
        }
        return details;
    }
}
