package org.voxelpopuli.presence.ndn;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Data that has come by, within a bound of bytes (SPEC N2). Owned by the forwarder's worker. */
final class ContentStore {
    /** What an entry takes beside its bytes, about. */
    private static final int OVERHEAD_BYTES = 300;

    /** So many entries are looked at for an Interest of which the name is a prefix; if none of them is fresh, it goes on to whoever knows better. */
    private static final int MAX_SCAN = 64;

    /** Longer than any process lives; what claims more is taken for that. */
    private static final long MAX_FRESH_MILLIS = 3_650L * 24 * 3_600 * 1_000;

    /** In canonical order, so that what is below a prefix lies together. Has what the cache has. */
    private final NavigableMap<Name, Entry> byName = new TreeMap<>();

    /** Decides what stays. */
    private final Cache<Name, Entry> cache;

    private long bytes;
    private long hits;
    private long misses;

    /** @param maxBytes about so much memory */
    ContentStore(long maxBytes) {
        cache = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .<Name, Entry>weigher((name, entry) -> entry.weight())
                .evictionListener((name, entry, cause) -> dropped(name, entry))
                .executor(Runnable::run)
                .build();
    }

    private void dropped(@Nullable Name name, @Nullable Entry entry) {
        if (name != null && entry != null && byName.remove(name, entry)) {
            bytes -= entry.weight();
        }
    }

    void add(Data data, long nowNanos) {
        Entry entry = new Entry(
                data, nowNanos + MILLISECONDS.toNanos(Math.min(data.freshness().toMillis(), MAX_FRESH_MILLIS)));
        Entry old = byName.put(data.name(), entry);
        bytes += entry.weight() - (old == null ? 0 : old.weight());
        cache.put(data.name(), entry);
        cache.cleanUp();
    }

    /** Data that answers the Interest, or null. */
    @Nullable
    Data find(Interest interest, long nowNanos) {
        Data found = search(interest, nowNanos);
        if (found == null) {
            misses++;
        } else {
            hits++;
            var unused = cache.getIfPresent(found.name());
        }
        return found;
    }

    private @Nullable Data search(Interest interest, long nowNanos) {
        Name name = interest.name();
        if (name.isFull()) {
            Entry entry = byName.get(name.prefix(name.size() - 1));
            return entry != null && entry.answers(interest, nowNanos) ? entry.data : null;
        }
        if (!interest.canBePrefix()) {
            Entry entry = byName.get(name);
            return entry != null && entry.answers(interest, nowNanos) ? entry.data : null;
        }
        int scanned = 0;
        for (Map.Entry<Name, Entry> each : byName.tailMap(name, true).entrySet()) {
            if (!name.isPrefixOf(each.getKey()) || scanned++ == MAX_SCAN) {
                return null;
            }
            if (each.getValue().answers(interest, nowNanos)) {
                return each.getValue().data;
            }
        }
        return null;
    }

    int size() {
        return byName.size();
    }

    long bytes() {
        return bytes;
    }

    long hits() {
        return hits;
    }

    long misses() {
        return misses;
    }

    private record Entry(Data data, long staleAtNanos) {
        int weight() {
            return data.wire().length + OVERHEAD_BYTES;
        }

        boolean answers(Interest interest, long nowNanos) {
            return interest.isSatisfiedBy(data) && (!interest.mustBeFresh() || staleAtNanos - nowNanos > 0);
        }
    }
}
