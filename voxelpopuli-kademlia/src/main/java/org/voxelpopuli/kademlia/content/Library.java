package org.voxelpopuli.kademlia.content;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.voxelpopuli.kademlia.id.NodeId;

/** The files that this node provides, one under each key. Belongs to the content worker; what has a root, and what is refused, may be asked on any thread. */
final class Library {
    static final int MAX_FILES = 10_000;
    static final long MAX_HASH_BYTES = 64L << 20;

    private final Map<NodeId, LocalFile> byKey = new LinkedHashMap<>();
    private final Map<String, LocalFile> byRoot = new ConcurrentHashMap<>();
    private long hashBytes;

    /** By what peers of P2Play call them. */
    private final Map<String, LocalFile> bySong = new ConcurrentHashMap<>();

    private final Sharing sharing;
    private final Ledger ledger;
    private volatile Set<NodeId> refused = Set.of();

    Library(Sharing sharing, Ledger ledger) {
        this.sharing = sharing;
        this.ledger = ledger;
    }

    /** From now on, files under these keys are treated as if they were not there. */
    void refuse(Set<NodeId> keys) {
        refused = keys;
    }

    /** @throws ContentException if the operator does not want it */
    void requireAllowed(SongName name) {
        if (isRefused(name)) {
            throw new ContentException(name + " is on the list of what this node refuses", null);
        }
    }

    /** @throws ContentException if there are too many, or the operator does not want it */
    void add(LocalFile file) {
        requireAllowed(file.name());
        takeUp(file);
        ledger.add(file);
    }

    /** Takes up what was provided before a restart. */
    void takeUp(LocalFile file) {
        LocalFile before = byKey.get(file.name().key());
        long bytes = hashBytes + hashBytes(file) - (before == null ? 0 : hashBytes(before));
        if ((before == null && byKey.size() >= MAX_FILES) || bytes > MAX_HASH_BYTES) {
            throw new ContentException(
                    "this node provides " + byKey.size() + " files, allowed are " + MAX_FILES + " and "
                            + (MAX_HASH_BYTES >> 20) + " MiB of hashes of their pieces",
                    null);
        }
        remove(file.name().key());
        byKey.put(file.name().key(), file);
        byRoot.put(file.content().root(), file);
        bySong.put(file.name().p2playId(), file);
        hashBytes += hashBytes(file);
    }

    private static int hashBytes(LocalFile file) {
        return file.manifest().hashes().length;
    }

    private void remove(NodeId key) {
        LocalFile file = byKey.remove(key);
        if (file != null) {
            hashBytes -= hashBytes(file);
            byRoot.remove(file.content().root());
            bySong.remove(file.name().p2playId(), file);
            // Another song may have the same bytes.
            byKey.values().stream()
                    .filter(other -> other.content().equals(file.content()))
                    .forEach(other -> byRoot.put(other.content().root(), other));
        }
    }

    /** Whether it was provided. */
    boolean withdraw(SongName name) {
        boolean there = byKey.containsKey(name.key());
        remove(name.key());
        ledger.remove(name);
        return there;
    }

    Optional<LocalFile> find(String root) {
        return Optional.ofNullable(byRoot.get(root)).filter(file -> !isRefused(file.name()));
    }

    /** What peers of P2Play call so. */
    Optional<LocalFile> findSong(String songId) {
        return Optional.ofNullable(bySong.get(songId)).filter(file -> !isRefused(file.name()));
    }

    Optional<LocalFile> find(SongName name) {
        return Optional.ofNullable(byKey.get(name.key())).filter(file -> !isRefused(name));
    }

    private boolean isRefused(SongName name) {
        return refused.contains(sharing.key(name));
    }

    List<LocalFile> all() {
        return byKey.values().stream().filter(file -> !isRefused(file.name())).toList();
    }
}
