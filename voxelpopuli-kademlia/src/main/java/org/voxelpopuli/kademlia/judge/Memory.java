package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.ChunkPos;

/**
 * What a node was told is on its disk, over all its restarts, and where it acts as if it did not know. Only what was durable when the node began to serve a chunk counts: it could read that then, and what
 * comes later may cross what it does.
 */
final class Memory {
    /** The kind of the rows {@code epoch owner host:port} by chunk. */
    static final String CLAIM = "claim";

    /** After that, by the stamps, it need not know a client's edit again. */
    private static final long REMEMBERED_MILLIS = 600_000;

    private static final Duration NEVER = Duration.ofNanos(-1);

    private record Claimed(long epoch, String owner) {
        static Claimed of(StoredRecord row) {
            String[] parts = row.value().split(" ", -1);
            return new Claimed(Long.parseLong(parts[0]), parts[1]);
        }
    }

    private record Kept(Stamp stamp, Duration since) {}

    private final String node;
    private final WriterId self;
    private final Ledger ledger;
    private final Supplier<Duration> now;
    /** Of each chunk the highest claim. */
    private final Map<String, Claimed> claims = new HashMap<>();
    /** Of each chunk the edits, by block. */
    private final Map<ChunkPos, Map<Integer, Kept>> edits = new HashMap<>();

    /** Of each chunk the edits with the highest stamps. */
    private final Map<ChunkPos, EditLog> latest = new HashMap<>();

    private Duration started = Duration.ZERO;
    /** When it began to serve a chunk, if that was after it started. */
    private final Map<ChunkPos, Duration> serving = new HashMap<>();

    private final List<String> fallenEpochs = new ArrayList<>();
    private final List<String> readTooOld = new ArrayList<>();
    private final List<String> stampedAgain = new ArrayList<>();

    /**
     * A node that knows nothing.
     *
     * @param node its name
     * @param self its id
     * @param ledger of all nodes
     * @param now the virtual time
     */
    Memory(String node, WriterId self, Ledger ledger, Supplier<Duration> now) {
        this.node = node;
        this.self = self;
        this.ledger = ledger;
        this.now = now;
    }

    /** The node starts, and may read what is on its disk. */
    void started() {
        started = now.get();
        serving.clear();
    }

    /** What was on the disk is gone. */
    void lost() {
        claims.clear();
        edits.clear();
        latest.clear();
    }

    /** The node has a claim written down, its own or another's. */
    void claims(StoredRecord row) {
        Claimed claim = Claimed.of(row);
        Claimed known = claims.get(row.key());
        boolean own = claim.owner().equals(self.toString());
        if (own) {
            serving.put(ChunkPos.parse(row.key()), now.get());
        }
        if (known == null) {
            return;
        }
        boolean taken = own && claim.epoch() == known.epoch() && !known.owner().equals(claim.owner());
        if (claim.epoch() < known.epoch() || taken) {
            fallenEpochs.add(
                    node + " claims chunk " + row.key() + " for " + (own ? "itself" : claim.owner()) + " at epoch "
                            + claim.epoch() + " at " + Words.seconds(now.get()) + ", though it has the claim of "
                            + (known.owner().equals(self.toString()) ? "itself" : known.owner()) + " at epoch "
                            + known.epoch());
        }
    }

    /** That is durable. */
    void claimed(StoredRecord row) {
        claims.merge(row.key(), Claimed.of(row), (known, claim) -> claim.epoch() < known.epoch() ? known : claim);
    }

    /** Of each voxel of a chunk the edit that a read must give that begins now, if not a later one. */
    List<Edit> latest(ChunkPos chunk) {
        EditLog known = latest.get(chunk);
        return known == null ? List.of() : known.edits();
    }

    /** The node has read a chunk. */
    void read(ChunkPos chunk, List<Edit> known, EditBatch batch) {
        EditLog read = new EditLog(batch);
        for (Edit edit : known) {
            Optional<Edit> present = read.at(edit.voxel());
            if (present.isEmpty() || present.get().stamp().compareTo(edit.stamp()) < 0) {
                readTooOld.add(node + " reads " + present + " of chunk " + chunk + " at " + Words.seconds(now.get())
                        + ", though it was told that " + edit + " is durable");
            }
        }
    }

    /** The chunk's edits cannot be read now: the node may have to serve it without knowing them. */
    void cannotRead(ChunkPos chunk) {
        serving.put(chunk, NEVER);
    }

    /** The node has edits written down, its own or those of others. */
    void saves(ChunkPos chunk, EditBatch batch) {
        Map<Integer, Kept> present = edits.getOrDefault(chunk, Map.of());
        Duration since = serving.getOrDefault(chunk, started);
        for (Edit edit : batch.edits()) {
            Optional<Fate> fate = ledger.fate(edit.block(), chunk);
            boolean isNew = fate.isPresent() && fate.get().given.add(edit.stamp());
            Kept kept = present.get(edit.block());
            if (isNew
                    && kept != null
                    && kept.since().compareTo(since) <= 0
                    && edit.stamp().millis() - kept.stamp().millis() <= REMEMBERED_MILLIS) {
                stampedAgain.add(node + " stamps " + fate.get() + " with " + edit.stamp() + " at "
                        + Words.seconds(now.get()) + ", though it has it since " + Words.seconds(kept.since())
                        + " with "
                        + kept.stamp());
            }
        }
    }

    /** Whether the node serves the edit's chunk, as far as it wrote that down, and had the edit before it began to. */
    boolean knewWhenItBegan(Fate fate) {
        Claimed claim = claims.get(fate.chunk().toString());
        Kept kept = edits.getOrDefault(fate.chunk(), Map.of()).get(fate.edit.block());
        return claim != null
                && claim.owner().equals(self.toString())
                && kept != null
                && kept.since().compareTo(serving.getOrDefault(fate.chunk(), started)) <= 0;
    }

    /** That is durable. */
    void saved(ChunkPos chunk, EditBatch batch) {
        batch.edits().forEach(latest.computeIfAbsent(chunk, c -> new EditLog())::apply);
        Map<Integer, Kept> present = edits.computeIfAbsent(chunk, c -> new HashMap<>());
        batch.edits().forEach(edit -> present.putIfAbsent(edit.block(), new Kept(edit.stamp(), now.get())));
    }

    /** The node gives a chunk up. */
    void removes(ChunkPos chunk) {
        edits.remove(chunk);
        latest.remove(chunk);
    }

    /** Where a read gave less than was told to be durable. */
    List<String> readTooOld() {
        return readTooOld;
    }

    /** Where a claim is below one that the node has. */
    List<String> fallenEpochs() {
        return fallenEpochs;
    }

    /** Where the node gives a stamp of its own to an edit that it has. */
    List<String> stampedAgain() {
        return stampedAgain;
    }
}
