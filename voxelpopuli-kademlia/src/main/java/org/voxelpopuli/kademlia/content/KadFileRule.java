package org.voxelpopuli.kademlia.content;

import java.util.Arrays;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.ReplacementRule;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.CborValues;

/**
 * The higher version replaces, of equal ones the larger id, whoever signed (SPEC P2). Version and id stand in the value, so the sequence beside the signature says nothing and is 0.
 *
 * <p>A version that is higher than the milliseconds since 1970, and a minute, is refused, as with epochs: what a liar may claim at most is soon below what the next one may.
 *
 * <p>Peers of P2Play sign nothing. There, copies of one version and id count as one though they name other providers: each node keeps as many as it has room for.
 */
enum KadFileRule implements ReplacementRule {
    /** Of our own networks. */
    SIGNED,
    /** Of P2Play's. */
    UNSIGNED;

    private static final long MAX_AHEAD_MILLIS = 60_000;

    @Override
    public Order order(NodeId key, DhtRecord record, DhtRecord other) {
        if (this == SIGNED && record.isSigned() != other.isSigned()) {
            return record.isSigned() ? Order.NEWER : Order.OLDER;
        }
        KadFiles.Rank rank = rank(record);
        KadFiles.Rank present = rank(other);
        int order = Long.compare(rank.version(), present.version());
        if (order == 0) {
            order = rank.id().compareTo(present.id());
        }
        if (order == 0 && this == SIGNED) {
            order = Arrays.compareUnsigned(CborValues.write(record.value()), CborValues.write(other.value()));
        }
        return order > 0 ? Order.NEWER : order < 0 ? Order.OLDER : Order.SAME;
    }

    @Override
    public long nextSequence(long known, long wallMillis) {
        return 0;
    }

    @Override
    public boolean mustExceed(DhtRecord other, boolean ours) {
        return false;
    }

    @Override
    public boolean isPlausible(DhtRecord record, long wallMillis) {
        boolean asOthers = this == SIGNED || !record.isSigned();
        return asOthers && rank(record).version() - MAX_AHEAD_MILLIS <= wallMillis;
    }

    @Override
    public boolean asksFirst() {
        return true;
    }

    /** Records are looked at when they are read. */
    private static KadFiles.Rank rank(DhtRecord record) {
        try {
            return KadFiles.rank(record.value());
        } catch (BadValueException e) {
            throw new IllegalStateException("a record that is no kad-file was let in", e);
        }
    }
}
