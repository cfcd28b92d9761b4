package org.voxelpopuli.kademlia.records;

import java.util.Arrays;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.CborValues;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * The rules that go by the sequence of signed records. In all of them a signed record takes the place of an unsigned one, never the other way
 * round; of two unsigned ones nobody knows which is newer. Between equal sequences there is a winner too, the same wherever the two meet.
 *
 * <pre>{@code
 * RecordKind notes = new RecordKind("note", RecordLimits.of(1_000, 1 << 20), 3, SignedRule.OWNED, value -> {});
 * }</pre>
 */
public enum SignedRule implements ReplacementRule {
    /**
     * A key belongs to the public key that first used it, until the record expires. Its owner's higher sequence replaces. The sequence is the owner's wall clock in
     * milliseconds, or one more than before if that is not higher: so nobody needs to ask before he writes, and an owner who has lost what he knew goes on.
     */
    OWNED(true),
    /**
     * The higher sequence replaces, whoever signed. It is an epoch: whoever claims the key asks what is held, and takes one more. Of equal epochs that of the
     * signer nearer to the key wins. One that is higher than the milliseconds since 1970, and a minute, is refused: what a liar may claim at most is soon below what
     * his successor may.
     */
    EPOCH(false),
    /**
     * The later stamp replaces, whoever signed. The sequence is the writer's wall clock in milliseconds, but more than what he saw before. One that is over a
     * minute ahead is refused.
     */
    STAMP(true);

    private static final long MAX_AHEAD_MILLIS = 60_000;

    private final boolean byClock;

    SignedRule(boolean byClock) {
        this.byClock = byClock;
    }

    @Override
    public long nextSequence(long known, long wallMillis) {
        // At the end of all numbers it stands still: the records are refused as too old, and nothing breaks.
        long next = known == Long.MAX_VALUE ? known : known + 1;
        return byClock ? Math.max(next, wallMillis) : next;
    }

    @Override
    public boolean isPlausible(DhtRecord record, long wallMillis) {
        return this == OWNED || record.sequence() - MAX_AHEAD_MILLIS <= wallMillis;
    }

    @Override
    public boolean mustExceed(DhtRecord other, boolean ours) {
        // No sequence is high enough where the key belongs to another. And who lies once about a free key, with the
        // highest sequence of all, must not be the reason that we can write there only once.
        return this != OWNED || ours;
    }

    @Override
    public boolean asksFirst() {
        return !byClock;
    }

    @Override
    public Order order(NodeId key, DhtRecord record, DhtRecord other) {
        if (record.signature().isEmpty() || other.signature().isEmpty()) {
            if (record.isSigned() != other.isSigned()) {
                return record.isSigned() ? Order.NEWER : Order.OLDER;
            }
            return record.value().equals(other.value()) ? Order.SAME : Order.UNKNOWN;
        }
        WireValue.Bytes writer = record.signature().get().publicKey();
        WireValue.Bytes otherWriter = other.signature().get().publicKey();
        boolean sameWriter = writer.equals(otherWriter);
        if (this == OWNED && !sameWriter) {
            return Order.FOREIGN;
        }
        int order = Long.compare(record.sequence(), other.sequence());
        if (order == 0 && !sameWriter) {
            order = this == EPOCH
                    ? key.compareDistance(
                            other.writer().orElseThrow(), record.writer().orElseThrow())
                    : Arrays.compareUnsigned(writer.toByteArray(), otherWriter.toByteArray());
        }
        if (order == 0) {
            order = Arrays.compareUnsigned(CborValues.write(record.value()), CborValues.write(other.value()));
        }
        return order > 0 ? Order.NEWER : order < 0 ? Order.OLDER : Order.SAME;
    }
}
