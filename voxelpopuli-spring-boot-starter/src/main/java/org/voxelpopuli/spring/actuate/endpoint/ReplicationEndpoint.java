package org.voxelpopuli.spring.actuate.endpoint;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.voxelpopuli.replication.ReplicationStatus;
import org.voxelpopuli.spring.NodeView;

/** {@code /actuator/replication}: the copies of this node's chunks on other nodes, and of theirs here. */
@WebEndpoint(id = "replication", defaultAccess = Access.READ_ONLY)
public final class ReplicationEndpoint {
    private final NodeView view;

    /** An endpoint that shows that node. */
    public ReplicationEndpoint(NodeView view) {
        this.view = view;
    }

    /** 200 with {@link Replication}; 503 if the node does not answer in time. */
    @ReadOperation
    public WebEndpointResponse<Object> replication() {
        return Answer.of(() -> Answer.ok(Replication.of(view.replication())));
    }

    /**
     * A {@link ReplicationStatus} as text and numbers.
     *
     * @param summary in words
     * @param wanted copies of each chunk on other nodes
     * @param served chunks that this node serves
     * @param copies chunks of others of which it has a copy
     * @param edited those of the served chunks that have edits
     * @param understaffed those of the edited chunks of which fewer nodes than wanted keep copies
     * @param alone those of which no other node keeps a copy
     * @param unacknowledged batches of edits that are not yet kept
     * @param lagMillis the longest time for which a copy of one of its chunks may have lacked an edit; 0 if all have all
     * @param digestsCompared since the start
     * @param editsRepaired sent or fetched to make copies equal, since the start
     * @param lastFailover the last chunk that this node took over from a dead owner; absent if there was none
     */
    public record Replication(
            String summary,
            int wanted,
            int served,
            int copies,
            int edited,
            int understaffed,
            int alone,
            int unacknowledged,
            long lagMillis,
            long digestsCompared,
            long editsRepaired,
            @Nullable Failover lastFailover) {
        static Replication of(ReplicationStatus status) {
            return new Replication(
                    status.summary(),
                    status.wanted(),
                    status.served(),
                    status.copies(),
                    status.edited(),
                    status.understaffed(),
                    status.alone(),
                    status.unacknowledged(),
                    status.lag().toMillis(),
                    status.digestsCompared(),
                    status.editsRepaired(),
                    status.lastFailover().map(Failover::of).orElse(null));
        }
    }

    /**
     * A chunk that was taken over.
     *
     * @param chunk {@code x,y,z}
     * @param from who served it before, {@code host:port}
     * @param cause why it does so no more, in words
     * @param epoch at which it is served now
     * @param at when
     * @param tookMillis from being asked to serve it until that was known to the network
     */
    public record Failover(String chunk, String from, String cause, long epoch, Instant at, long tookMillis) {
        static Failover of(org.voxelpopuli.replication.Failover failover) {
            return new Failover(
                    failover.chunk().toString(),
                    failover.from().toString(),
                    failover.cause(),
                    failover.epoch(),
                    Instant.ofEpochMilli(failover.atMillis()),
                    failover.took().toMillis());
        }
    }
}
