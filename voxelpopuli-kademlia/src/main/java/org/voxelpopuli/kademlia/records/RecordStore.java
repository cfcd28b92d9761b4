package org.voxelpopuli.kademlia.records;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.NodeId;
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
 * count, else a world that was switched off over a weekend would have forgotten its players. When the store is full, the record farthest from
 * our own id makes room, since others are closer to it and are asked for it first.
 *
 * <pre>{@code
 * store.keep(key, WireValue.of("hello"));
 * Optional<WireValue> kept = store.get(key);
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

    /**
     * A record that is held.
     *
     * @param key of the record
     * @param value as it was sent
     * @param received when it last came, in nanoseconds of the monotonic clock
     * @param due when it is to be republished
     * @param written when it was last written to disk
     * @param heard whether it came since this node started, and not from its disk
     */
    record Held(NodeId key, WireValue value, long received, long due, long written, boolean heard) {}

    private final RecordKind kind;
    private final TreeMap<NodeId, Held> records;
    private final RecordTable table;
    private final NodeClock clock;
    private final RandomGenerator random;

    /**
     * An empty store.
     *
     * @param own id of the node; records near it are kept longest
     * @param table where they are kept over a restart
     */
    public RecordStore(RecordKind kind, NodeId own, RecordTable table, NodeEnvironment environment) {
        this.kind = kind;
        this.records = new TreeMap<>(own::compareDistance);
        this.table = table;
        this.clock = environment.clock();
        this.random = environment.random();
    }

    /** What it keeps. */
    public RecordKind kind() {
        return kind;
    }

    /** The number of records held. */
    public int size() {
        return records.size();
    }

    /** The value under a key. */
    public Optional<WireValue> get(NodeId key) {
        return Optional.ofNullable(records.get(key)).map(Held::value);
    }

    @Nullable
    Held held(NodeId key) {
        return records.get(key);
    }

    /** The keys held, as they are now. */
    List<NodeId> keys() {
        return new ArrayList<>(records.keySet());
    }

    /**
     * Keeps a value, in place of an earlier one.
     *
     * @return false if the store is full of records that are closer to us
     */
    public boolean keep(NodeId key, WireValue value) {
        Held before = records.get(key);
        if (before == null && records.size() >= kind.maxRecords() && !makeRoom(key)) {
            return false;
        }
        long now = clock.nanos();
        boolean write = before == null || !before.value().equals(value) || now - before.written() >= REWRITE.toNanos();
        records.put(key, new Held(key, value, now, due(now), before == null || write ? now : before.written(), true));
        if (write) {
            write(key, value);
        }
        return true;
    }

    private long due(long now) {
        return now + REPUBLISH.toNanos() + random.nextLong(JITTER.toNanos());
    }

    private boolean makeRoom(NodeId key) {
        NodeId farthest = records.lastKey();
        if (records.comparator().compare(key, farthest) > 0) {
            return false;
        }
        remove(farthest);
        return true;
    }

    private void write(NodeId key, WireValue value) {
        StoredRecord row = new StoredRecord(kind.name(), key.toString(), JsonValues.write(value), clock.wallMillis());
        var unused = table.put(row).whenComplete((done, error) -> {
            if (error != null) {
                log.warn("A {} record could not be written to disk: {}", kind.name(), error.getMessage());
            }
        });
    }

    private void remove(NodeId key) {
        records.remove(key);
        var unused = table.remove(kind.name(), key.toString());
    }

    /** The record was republished to the others that should hold it, as which we count ourselves. */
    void republished(NodeId key, boolean stillOurs) {
        Held held = records.get(key);
        if (held != null) {
            long now = clock.nanos();
            long received = stillOurs ? now : held.received();
            records.put(key, new Held(key, held.value(), received, due(now), held.written(), held.heard()));
        }
    }

    /** Forgets what has expired, and gives what is due to be republished. */
    List<NodeId> expireAndFindDue() {
        long now = clock.nanos();
        List<NodeId> due = new ArrayList<>();
        for (Held held : new ArrayList<>(records.values())) {
            if (now - held.received() >= LIFETIME.toNanos()) {
                remove(held.key());
            } else if (now - held.due() >= 0) {
                due.add(held.key());
            }
        }
        return due;
    }

    /** Takes up what was kept on disk. Rows that cannot be read are dropped with a warning; what was received meanwhile stays. */
    public void load(List<StoredRecord> rows) {
        long now = clock.nanos();
        for (StoredRecord row : rows) {
            try {
                NodeId key = NodeId.parse(row.key());
                WireValue value = JsonValues.read(row.value());
                kind.check().check(value);
                if (records.size() < kind.maxRecords()) {
                    records.putIfAbsent(key, new Held(key, value, now, due(now), now, false));
                }
            } catch (IllegalArgumentException | BadValueException e) {
                log.warn("Dropped an unreadable {} record from disk: {}", kind.name(), e.getMessage());
                var unused = table.remove(kind.name(), row.key());
            }
        }
    }
}
