package org.voxelpopuli.presence.ndn;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Data that has come by, within a bound of bytes (SPEC N2). Owned by the forwarder's worker. */
final class ContentStore {
    /** What an entry takes beside its bytes, about. */
    private static final int OVERHEAD_BYTES = 300;

    /** So many entries are looked at for an Interest of which the name is a prefix; if none of them is fresh, it goes on to whoever knows better. */
    private static final int MAX_SCAN = 64;

    /** Longer than any process lives; what claims more is taken for that. */
    private static final long MAX_FRESH_MILLIS = 3_650L * 24 * 3_600 * 1_000;

    /** The tree of names, in which each is found in as many steps as it has components. Has what the cache has. */
    private final Node root = new Node(null, null);

    /** Decides what stays. */
    private final Cache<Name, Entry> cache;

    private int size;
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
        Node node = name == null || entry == null ? null : node(name);
        if (node != null && entry != null && entry.equals(node.entry)) {
            node.entry = null;
            node.prune();
            size--;
            bytes -= entry.weight();
        }
    }

    private @Nullable Node node(Name name) {
        Node node = root;
        for (int i = 0; i < name.size() && node != null; i++) {
            node = node.children.get(name.get(i));
        }
        return node;
    }

    private Node nodeOrNew(Name name) {
        Node node = root;
        for (int i = 0; i < name.size(); i++) {
            node = node.childOrNew(name.get(i));
        }
        return node;
    }

    void add(Data data, long nowNanos) {
        Entry entry = new Entry(
                data, nowNanos + MILLISECONDS.toNanos(Math.min(data.freshness().toMillis(), MAX_FRESH_MILLIS)));
        Node node = nodeOrNew(data.name());
        bytes += entry.weight() - (node.entry == null ? 0 : node.entry.weight());
        size += node.entry == null ? 1 : 0;
        node.entry = entry;
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
        Node node = node(name.isFull() ? name.prefix(name.size() - 1) : name);
        if (node == null) {
            return null;
        }
        if (node.entry != null && node.entry.answers(interest, nowNanos)) {
            return node.entry.data;
        }
        return interest.canBePrefix() && !name.isFull() ? below(node, interest, nowNanos) : null;
    }

    private static @Nullable Data below(Node top, Interest interest, long nowNanos) {
        Deque<Node> open = new ArrayDeque<>();
        open.push(top);
        for (int scanned = 0; scanned <= MAX_SCAN && !open.isEmpty(); scanned++) {
            Node node = open.pop();
            if (node.entry != null && node.entry.answers(interest, nowNanos)) {
                return node.entry.data;
            }
            for (Node child : node.children.values()) {
                if (open.size() == MAX_SCAN) {
                    break;
                }
                open.push(child);
            }
        }
        return null;
    }

    int size() {
        return size;
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

    /** A name, or a prefix of some. */
    private static final class Node {
        private final @Nullable Node parent;
        private final @Nullable NameComponent component;

        /** Made when the first child comes; most have none. */
        private Map<NameComponent, Node> children = Map.of();

        private @Nullable Entry entry;

        Node(@Nullable Node parent, @Nullable NameComponent component) {
            this.parent = parent;
            this.component = component;
        }

        Node childOrNew(NameComponent of) {
            Node child = children.get(of);
            if (child == null) {
                if (children.isEmpty()) {
                    children = new LinkedHashMap<>(4);
                }
                child = new Node(this, of);
                children.put(of, child);
            }
            return child;
        }

        /** Takes away what leads to nothing. */
        void prune() {
            Node node = this;
            while (node.parent != null && node.component != null && node.entry == null && node.children.isEmpty()) {
                node.parent.children.remove(node.component);
                node = node.parent;
            }
        }
    }
}
