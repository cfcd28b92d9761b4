package org.voxelpopuli.kademlia.content;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.NodeId;

/** The files that this node provides, one under each key. Belongs to the content worker. */
final class Library {
    static final int MAX_FILES = 10_000;
    static final long MAX_HASH_BYTES = 64L << 20;

    private final Map<NodeId, LocalFile> byKey = new LinkedHashMap<>();
    private final Map<String, LocalFile> byRoot = new HashMap<>();
    private long hashBytes;

    /** @throws ContentException if there are too many */
    void add(LocalFile file) {
        @Nullable LocalFile before = byKey.get(file.name().key());
        long bytes = hashBytes
                + file.manifest().hashes().length
                - (before == null ? 0 : before.manifest().hashes().length);
        if ((before == null && byKey.size() >= MAX_FILES) || bytes > MAX_HASH_BYTES) {
            throw new ContentException(
                    "this node provides " + byKey.size() + " files, allowed are " + MAX_FILES + " and "
                            + (MAX_HASH_BYTES >> 20) + " MiB of hashes of their pieces",
                    null);
        }
        byKey.put(file.name().key(), file);
        hashBytes = bytes;
        if (before != null) {
            byRoot.remove(before.content().root());
            byKey.values().stream()
                    .filter(other -> other.content().equals(before.content()))
                    .forEach(other -> byRoot.put(other.content().root(), other));
        }
        byRoot.put(file.content().root(), file);
    }

    Optional<LocalFile> find(String root) {
        return Optional.ofNullable(byRoot.get(root));
    }

    Optional<LocalFile> find(NodeId key) {
        return Optional.ofNullable(byKey.get(key));
    }

    Collection<LocalFile> all() {
        return List.copyOf(byKey.values());
    }
}
