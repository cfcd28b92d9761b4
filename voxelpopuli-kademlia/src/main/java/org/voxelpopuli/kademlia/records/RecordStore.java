package org.voxelpopuli.kademlia.records;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.id.Subnet;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.JsonValues;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;

/**
 * The records of one kind that a node holds, in memory and in its durable table. Used on the node's worker alone.
 *
 * <p>Values are kept as they were sent (SPEC V4.4). A record expires a day after it was last received. Time in which the node does not run does not
 * count, else a world that was switched off over a weekend would have forgotten its players. One that says itself when it ends is forgotten then, and not written to disk if that is soon. When the store is full, the records farthest from
 * our own id make room, since others are closer to them and are asked for them first.
 *
 * <p>What others bring is looked at in the order of what that costs: the kind's rule, the room, and last the signature.
 *
 * <pre>{@code
 * store.offer(key, DhtRecord.unsigned(WireValue.of("hello")), contact.address().getAddress());
 * Optional<DhtRecord> kept = store.get(key);
 * }</pre>
 */
public final class RecordStore {
    /** How long a record lives after it was last received or republished. */
    static final Duration LIFETIME = Duration.ofHours(24);

    /** A record that was received within this time is not republished (SPEC P5). */
    static final Duration REPUBLISH = Duration.ofHours(1);

    /** Holders republish at slightly different times, so that the first spares the others the work. */
    private static final Duration JITTER = Duration.ofMinutes(6);

    /** An equal value within this time is not written to disk again. */
    private static final Duration REWRITE = Duration.ofMinutes(10);

    private static final Logger log = LoggerFactory.getLogger(RecordStore.class);

    /** Between value and signature in a row: JSON that we write contains none. Rows without it are unsigned, as all were once. */
    private static final char SIGNED = '\n';

    /**
     * A record that is held.
     *
     * @param key of the record
     * @param record as it was sent
     * @param source the subnet that brought it, or {@link Subnet#EXEMPT}
     * @param bytes that count for the limits
     * @param received when it last came, in nanoseconds of the monotonic clock
     * @param due when it is to be republished
     * @param written when it was last written to disk
     * @param heard whether it came since this node started, and not from its disk
     */
    record Held(
            NodeId key,
            DhtRecord record,
            long source,
            int bytes,
            long received,
            long due,
            long written,
            boolean heard) {
        Held at(long newlyReceived, long newlyDue) {
            return new Held(key, record, source, bytes, newlyReceived, newlyDue, written, heard);
        }

        Held heard(long now, long newlyDue, boolean newlyWritten) {
            return new Held(key, record, source, bytes, now, newlyDue, newlyWritten ? now : written, true);
        }
    }

    private final RecordKind kind;
    private final TreeMap<NodeId, Held> records;
    private final SourceUsage usage;
    private final VerificationLimit verifications;
    private final RecordSignatures signatures;
    private final RecordTable table;
    private final Predicate<NodeId> near;
    private final NodeClock clock;
    private final RandomGenerator random;
    private @Nullable Challenges challenges;
    private Set<NodeId> refused = Set.of();
    private long bytes;

    /**
     * An empty store.
     *
     * @param own id of the node; records near it are kept longest
     * @param table where they are kept over a restart
     * @param near whether we are among the k closest to a key, as far as we know
     */
    public RecordStore(
            RecordKind kind,
            NodeId own,
            RecordSignatures signatures,
            RecordTable table,
            NodeEnvironment environment,
            Predicate<NodeId> near) {
        this.kind = kind;
        this.records = new TreeMap<>(own::compareDistance);
        this.usage = new SourceUsage(kind.limits());
        this.signatures = signatures;
        this.table = table;
        this.near = near;
        this.clock = environment.clock();
        this.random = environment.random();
        this.verifications = new VerificationLimit(clock.nanos());
    }

    /** From now on they decide when a record of another node may be replaced. */
    void guard(Challenges guarding) {
        challenges = guarding;
    }

    /** What it keeps. */
    public RecordKind kind() {
        return kind;
    }

    /** The number of records held. */
    public int size() {
        return records.size();
    }

    /** What the records held count for the limits. */
    public long bytes() {
        return bytes;
    }

    /** The record under a key. */
    public Optional<DhtRecord> get(NodeId key) {
        return Optional.ofNullable(records.get(key)).map(Held::record);
    }

    /**
     * The record under a key for one who looks for it; empty if we are no longer among the k closest. Newer records are not brought to us then, and whoever asks on his way
     * to the closest would take ours for the newest.
     */
    Optional<DhtRecord> answer(NodeId key) {
        return get(key).filter(record -> near.test(key) && !kind.rule().hasEnded(record, clock.wallMillis()));
    }

    @Nullable
    Held held(NodeId key) {
        return records.get(key);
    }

    /** From now on nothing is kept under these keys, and what is there is forgotten; earlier ones are no longer meant. */
    public void refuse(Set<NodeId> keys) {
        refused = new HashSet<>(keys);
        keys().stream().filter(refused::contains).forEach(this::remove);
    }

    /** The keys held, as they are now. */
    public List<NodeId> keys() {
        return new ArrayList<>(records.keySet());
    }

    /** How a record stands to another one under the same key. */
    ReplacementRule.Order order(NodeId key, DhtRecord record, DhtRecord other) {
        return kind.rule().order(key, record, other);
    }

    /** Whether a record may be believed: it is signed if it must be, and well. */
    boolean isCredible(NodeId key, DhtRecord record) {
        return signatures.verifies(kind.name(), key, record);
    }

    /** A record of our own that replaces what is known, signed if it must be. */
    DhtRecord compose(NodeId key, WireValue value, long known) {
        return signatures.areRequired()
                ? signatures.sign(kind.name(), key, value, kind.rule().nextSequence(known, clock.wallMillis()))
                : DhtRecord.unsigned(value);
    }

    /** The record of a value with this sequence, if records are signed here. */
    DhtRecord composeAt(NodeId key, WireValue value, long sequence) {
        return signatures.areRequired()
                ? signatures.sign(kind.name(), key, value, sequence)
                : DhtRecord.unsigned(value);
    }

    /** Whether we have signed a record. */
    boolean isSignedByUs(DhtRecord record) {
        return signatures.isOurs(record);
    }

    /** Whether we have signed a record with a clock that was ahead of what it is now: others have refused it, and would refuse what exceeds it. */
    boolean isOfWrongClock(DhtRecord record) {
        return isSignedByUs(record) && !kind.rule().isPlausible(record, clock.wallMillis());
    }

    /** The sequence that a record of ours must exceed to take the place of another one; -1 for none. */
    long toExceed(DhtRecord other) {
        return kind.rule().mustExceed(other, isSignedByUs(other)) ? other.sequence() : -1;
    }

    /** Whether one must ask what is held before a record can be composed. */
    boolean mustAskFirst() {
        return signatures.areRequired() && kind.rule().asksFirst();
    }

    /** Takes a record that somebody brings, if the kind's rule, the limits and the signature allow it. */
    public StoreOutcome offer(NodeId key, DhtRecord record, InetAddress from) {
        // Only here: a finder whose own clock is slow must not take all the world to be lying.
        long now = clock.wallMillis();
        return kind.rule().isPlausible(record, now) && !kind.rule().hasEnded(record, now)
                ? offer(key, record, Subnet.of(from))
                : StoreOutcome.BAD_VALUE;
    }

    /** Takes a record of our own on the same terms, but that it counts for no source. */
    StoreOutcome offerOwn(NodeId key, DhtRecord record) {
        return offer(key, record, Subnet.EXEMPT);
    }

    private StoreOutcome offer(NodeId key, DhtRecord record, long source) {
        if (refused.contains(key)) {
            return StoreOutcome.REFUSED;
        }
        Held held = records.get(key);
        if (held != null && !isOfWrongClock(held.record())) {
            switch (order(key, record, held.record())) {
                case SAME -> {
                    // Equal but for the signature, which has been verified in ours.
                    put(held);
                    return StoreOutcome.KEPT;
                }
                case OLDER -> {
                    return StoreOutcome.TOO_OLD;
                }
                case FOREIGN -> {
                    return StoreOutcome.NOT_OWNER;
                }
                default -> {
                    // It replaces ours.
                }
            }
        }
        return take(key, record, source);
    }

    /** Takes a record whatever is held under its key, since most nodes hold it. */
    StoreOutcome adopt(NodeId key, DhtRecord record) {
        return refused.contains(key) ? StoreOutcome.REFUSED : take(key, record, Subnet.EXEMPT);
    }

    private StoreOutcome take(NodeId key, DhtRecord record, long source) {
        long now = clock.nanos();
        Held coming = new Held(key, record, source, record.size(), now, now, now, true);
        if (!hasRoom(coming)) {
            return StoreOutcome.FULL;
        }
        if (record.isSigned() && !verifications.allows(source, now)) {
            return StoreOutcome.BUSY;
        }
        if (!isCredible(key, record)) {
            return StoreOutcome.BAD_VALUE;
        }
        Held present = records.get(key);
        if (challenges != null && present != null && challenges.isChallenge(record, present.record())) {
            return challenges.add(coming);
        }
        makeRoom(coming);
        put(coming);
        return StoreOutcome.KEPT;
    }

    /** Takes a record of which it has been found out that it may replace another node's, if it still is the newer one. */
    void succeed(Held coming) {
        Held present = records.get(coming.key());
        boolean newer = present == null
                || order(coming.key(), coming.record(), present.record()) == ReplacementRule.Order.NEWER;
        if (newer && !refused.contains(coming.key()) && hasRoom(coming)) {
            makeRoom(coming);
            put(coming);
        }
    }

    private void put(Held coming) {
        long now = clock.nanos();
        Held before = records.get(coming.key());
        Held kept = coming;
        boolean write = true;
        if (before != null && before.record().equals(coming.record())) {
            // Who repeats what is held does not become its source.
            kept = before;
            write = now - before.written() >= REWRITE.toNanos();
        }
        forget(coming.key());
        remember(kept.heard(now, due(now), write));
        if (write && isForDisk(kept)) {
            write(kept);
        }
    }

    private void remember(Held held) {
        records.put(held.key(), held);
        usage.add(held.source(), held.bytes());
        bytes += held.bytes();
    }

    private void forget(NodeId key) {
        Held held = records.remove(key);
        if (held != null) {
            usage.remove(held.source(), held.bytes());
            bytes -= held.bytes();
        }
    }

    private long due(long now) {
        return now + REPUBLISH.toNanos() + random.nextLong(JITTER.toNanos());
    }

    /** Whether there is room, if what is farther from us than this goes. */
    private boolean hasRoom(Held coming) {
        Held before = records.get(coming.key());
        long replaced = before == null ? 0 : before.bytes();
        boolean sameSource = before != null && before.source() == coming.source();
        if (!usage.allows(coming.source(), sameSource ? 0 : 1, coming.bytes() - (sameSource ? replaced : 0))) {
            return false;
        }
        int count = records.size() + (before == null ? 1 : 0);
        long size = bytes + coming.bytes() - replaced;
        for (Held farthest : records.descendingMap().values()) {
            if (!exceeds(count, size)) {
                break;
            }
            if (records.comparator().compare(coming.key(), farthest.key()) >= 0) {
                return false;
            }
            count--;
            size -= farthest.bytes();
        }
        return !exceeds(count, size);
    }

    private boolean exceeds(int count, long size) {
        return count > kind.limits().records() || size > kind.limits().bytes();
    }

    private void makeRoom(Held coming) {
        Held before = records.get(coming.key());
        int count = before == null ? 1 : 0;
        long size = (long) coming.bytes() - (before == null ? 0 : before.bytes());
        while (exceeds(records.size() + count, bytes + size)) {
            remove(records.lastKey());
        }
    }

    private void write(Held held) {
        String value = JsonValues.write(held.record().value())
                + held.record()
                        .signature()
                        .map(signature -> SIGNED + JsonValues.write(signature.write()))
                        .orElse("");
        StoredRecord row = new StoredRecord(kind.name(), held.key().toString(), value, clock.wallMillis());
        var unused = table.put(row).whenComplete((done, error) -> {
            if (error != null) {
                log.warn("A {} record could not be written to disk: {}", kind.name(), error.getMessage());
            }
        });
    }

    private void remove(NodeId key) {
        Held held = records.get(key);
        forget(key);
        if (held == null || isForDisk(held)) {
            var unused = table.remove(kind.name(), key.toString());
        }
    }

    /** Not what ends before it would be written again. */
    private boolean isForDisk(Held held) {
        return !kind.rule().hasEnded(held.record(), clock.wallMillis() + REWRITE.toMillis());
    }

    /** The record was republished to the others that should hold it, as which we count ourselves. */
    void republished(NodeId key, boolean stillOurs) {
        Held held = records.get(key);
        if (held != null) {
            long now = clock.nanos();
            long received = stillOurs ? now : held.received();
            records.put(key, held.at(received, due(now)));
        }
    }

    /** Forgets what has expired, and gives what is due to be republished. */
    List<NodeId> expireAndFindDue() {
        long now = clock.nanos();
        long wallMillis = clock.wallMillis();
        List<NodeId> due = new ArrayList<>();
        for (Held held : new ArrayList<>(records.values())) {
            if (now - held.received() >= LIFETIME.toNanos() || kind.rule().hasEnded(held.record(), wallMillis)) {
                remove(held.key());
            } else if (now - held.due() >= 0) {
                due.add(held.key());
            }
        }
        return due;
    }

    /**
     * Takes up what was kept on disk. Rows that cannot be read are dropped with a warning; what was received meanwhile stays. Signatures were verified before they
     * were written: to verify a hundred thousand again would take seconds.
     */
    public void load(List<StoredRecord> rows) {
        long now = clock.nanos();
        for (StoredRecord row : rows) {
            try {
                NodeId key = NodeId.parse(row.key());
                DhtRecord record = read(row.value());
                Held held = new Held(key, record, Subnet.EXEMPT, record.size(), now, due(now), now, false);
                if (refused.contains(key) || kind.rule().hasEnded(record, clock.wallMillis())) {
                    var unused = table.remove(kind.name(), row.key());
                } else if (!records.containsKey(key) && !exceeds(records.size() + 1, bytes + held.bytes())) {
                    remember(held);
                }
            } catch (IllegalArgumentException | BadValueException e) {
                log.warn("Dropped an unreadable {} record from disk: {}", kind.name(), e.getMessage());
                var unused = table.remove(kind.name(), row.key());
            }
        }
    }

    private DhtRecord read(String row) throws BadValueException {
        int end = row.indexOf(SIGNED);
        return end < 0
                ? kind.read(JsonValues.read(row), WireValue.NULL)
                : kind.read(JsonValues.read(row.substring(0, end)), JsonValues.read(row.substring(end + 1)));
    }
}
