package org.voxelpopuli.replication;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.world.ChunkPos;

/** A chunk that this node serves, and who keeps copies of it. Belongs to the worker of the replication. */
final class OwnedChunk {
    /** Edits on their way to the disks. */
    static final class Keeping {
        final EditBatch edits;
        final CompletableFuture<Void> kept = new CompletableFuture<>();
        final Set<WriterId> asked = new HashSet<>();
        boolean here;
        boolean there;

        /** Whether all that might keep it were tried since it is there, and none was in reach. */
        boolean nobodyInReach;

        Keeping(EditBatch edits) {
            this.edits = edits;
        }
    }

    final ChunkPos position;
    final Claim claim;
    final Set<Keeping> keepings = new LinkedHashSet<>();

    /** Who shall have a copy; nearest first. */
    List<PeerNode> keepers = new ArrayList<>();

    /** Whether {@link #keepers} was chosen at all. */
    boolean chosen;

    boolean choosing;

    /** Whether edits were acknowledged that are perhaps on the own disk alone, since no keeper was in reach. */
    boolean unshared;

    /** To be chosen once more when the present choice is made. */
    boolean chooseAgain;

    /** Nodes that refuse to keep, with the time until which they are left alone, and why. */
    final Map<WriterId, Long> unwilling = new HashMap<>();

    /** Of each keeper. */
    final Map<WriterId, KeeperCopy> copies = new HashMap<>();

    boolean handingOver;

    /** Whether it has edits, as far as it was looked at. */
    boolean hasEdits;

    /** Whether it was found to have none, so that it has none until it is edited. */
    boolean isEmpty;

    /** Whether it was edited since it is ours; then {@link #lastEdit} tells when. */
    boolean edited;

    long lastEdit;

    /** When the renewals last told the keepers its digest, or when it became ours. */
    long lastDigest;

    /** When another node was last told of it, while it has no edits; or when it became ours. */
    long lastLook;

    ChunkCopies describe(long now) {
        return new ChunkCopies(
                claim.epoch(),
                keepers.stream()
                        .map(keeper -> new ChunkCopies.Copy(keeper.server(), Duration.ofNanos(lag(keeper, now))))
                        .toList(),
                keepings.size());
    }

    private long lag(PeerNode keeper, long now) {
        KeeperCopy copy = copies.get(keeper.id());
        // Of a chunk without edits there is nothing to lack.
        return copy == null || !hasEdits ? 0 : copy.lag(now);
    }

    /** The longest time for which one of the copies may have lacked an edit. */
    long lag(long now) {
        return keepers.stream().mapToLong(keeper -> lag(keeper, now)).max().orElse(0);
    }

    /** A renewal has found a keeper's copy equal. */
    void equal(WriterId keeper) {
        KeeperCopy copy = copies.get(keeper);
        if (copy != null) {
            copy.equal();
        }
    }

    /** A renewal has found a keeper's copy to differ. */
    void differs(WriterId keeper, long now) {
        KeeperCopy copy = copies.get(keeper);
        if (copy != null) {
            copy.differs(now);
        }
    }

    OwnedChunk(ChunkPos position, Claim claim) {
        this.position = position;
        this.claim = claim;
    }
}
