package org.voxelpopuli.kademlia.records;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.Worker;

/**
 * Records that are to take the place of another node's, while it is being found out whether they may (DESIGN D4). Used on the node's worker alone.
 *
 * <p>Who brings such a record does not wait for that: he hears {@link StoreOutcome#BUSY}, and the record is taken later, or never. What is refused now is looked at again
 * for as long as a lease lasts: the one who hands over may hear of it after us, and of two owners after a partition one gives up within that time.
 */
final class Challenges {
    static final int MAX_OPEN = 1_024;

    /** Doubled each time, so that the last look is 15.5 s after the first. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    private static final int LOOKS = 6;
    private static final Logger log = LoggerFactory.getLogger(Challenges.class);

    private record Challenger(NodeId key, Optional<NodeId> writer) {}

    private final RecordStore store;
    private final RecordNetwork network;
    private final Worker worker;
    private final Succession succession;
    private final Map<Challenger, RecordStore.Held> open = new HashMap<>();

    Challenges(RecordStore store, RecordNetwork network, Worker worker, Succession succession) {
        this.store = store;
        this.network = network;
        this.worker = worker;
        this.succession = succession;
    }

    /** Whether a record would take the place of another node's; ours we have looked into before we signed them. */
    boolean isChallenge(DhtRecord coming, DhtRecord present) {
        return coming.isSigned()
                && present.isSigned()
                && !coming.writer().equals(present.writer())
                && !store.isSignedByUs(coming);
    }

    /** Takes up a record that is credible, and newer than the present one. */
    StoreOutcome add(RecordStore.Held coming) {
        Challenger challenger = new Challenger(coming.key(), coming.record().writer());
        if (!network.isNear(coming.key(), challenger.writer().orElseThrow())) {
            return StoreOutcome.NOT_OWNER;
        }
        if (open.containsKey(challenger)) {
            // The look that is under way counts for the newest of its records.
            open.put(challenger, coming);
        } else if (open.size() < MAX_OPEN) {
            open.put(challenger, coming);
            look(challenger, 1);
        }
        boolean taken = store.get(coming.key()).filter(coming.record()::equals).isPresent();
        return taken ? StoreOutcome.KEPT : StoreOutcome.BUSY;
    }

    private void look(Challenger challenger, int number) {
        RecordStore.Held coming = open.get(challenger);
        Optional<DhtRecord> present = store.get(challenger.key());
        if (coming == null) {
            return;
        }
        if (present.isEmpty() || !isChallenge(coming.record(), present.get())) {
            end(challenger, true);
            return;
        }
        succession.judge(challenger.key(), present.get(), coming.record(), may -> {
            boolean same = store.get(challenger.key()).equals(present);
            if (may && same) {
                end(challenger, true);
            } else if (number == LOOKS) {
                log.debug("The owner of {} goes on, whatever {} says", challenger.key(), challenger.writer());
                end(challenger, false);
            } else {
                worker.schedule(
                        same ? FIRST_PAUSE.multipliedBy(1L << (number - 1)) : Duration.ZERO,
                        () -> look(challenger, number + 1));
            }
        });
    }

    private void end(Challenger challenger, boolean taken) {
        RecordStore.Held coming = open.remove(challenger);
        if (taken && coming != null) {
            store.succeed(coming);
        }
    }
}
