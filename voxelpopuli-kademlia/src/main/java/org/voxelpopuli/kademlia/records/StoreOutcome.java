package org.voxelpopuli.kademlia.records;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.wire.RefusalCode;

/**
 * What becomes of a record that is brought to a node.
 *
 * <pre>{@code
 * StoreOutcome outcome = store.offer(key, DhtRecord.unsigned(WireValue.of("hello")), contact.address().getAddress());
 * }</pre>
 */
public enum StoreOutcome {
    /** It is kept. */
    KEPT(null),
    /** A newer one is held. */
    TOO_OLD(RefusalCode.TOO_OLD),
    /** There is no room for it. */
    FULL(RefusalCode.FULL),
    /** It is no record of that kind, or its signature is not good. */
    BAD_VALUE(RefusalCode.BAD_VALUE),
    /** The key belongs to another writer. */
    NOT_OWNER(RefusalCode.NOT_OWNER),
    /** Too many are being brought to be looked at all. */
    BUSY(RefusalCode.BUSY),
    /** It is not kept, and why is not known. */
    REFUSED(RefusalCode.OTHER);

    private final Optional<RefusalCode> refusal;

    StoreOutcome(@Nullable RefusalCode refusal) {
        this.refusal = Optional.ofNullable(refusal);
    }

    /** How it is said to the one who brought it; empty if it is kept. */
    Optional<RefusalCode> refusal() {
        return refusal;
    }

    /** The outcome that a refusal means. */
    static StoreOutcome of(RefusalCode code) {
        for (StoreOutcome outcome : values()) {
            if (outcome.refusal.filter(code::equals).isPresent()) {
                return outcome;
            }
        }
        return REFUSED;
    }
}
