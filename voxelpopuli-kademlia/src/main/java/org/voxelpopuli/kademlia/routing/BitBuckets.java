package org.voxelpopuli.kademlia.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * Buckets addressed by the highest bit of the distance. Bits below {@link #nearestBit()} share the bucket of that bit; with 0
 * these are the fixed 160 ranges, with a bit that sinks when that bucket is split they are Kademlia's splitting ones.
 */
abstract class BitBuckets implements RoutingTable {
    /** Strangers that are being pinged at once; more are not taken in, so that a flood of requests is not answered by one of pings. */
    private static final int MAX_GREETINGS = 64;

    /** With so many pings to strangers in a second no more are taken in: each may have us verify a signature. Who is left out is heard again if he is there. */
    static final int MAX_GREETED_IN_SECOND = 500;

    private static final long SECOND = 1_000_000_000L;

    private final NodeId own;
    private final int k;
    private final Subnets subnets;
    private final Pinger pinger;
    private final TableListener listener;
    private final @Nullable Bucket[] buckets = new @Nullable Bucket[NodeId.BITS];
    private int nearestBit;
    private int size;
    private int greetings;
    private int greeted;
    private long greetedSince;

    BitBuckets(NodeId own, int k, SubnetLimits limits, Pinger pinger, TableListener listener, int nearestBit) {
        this.own = own;
        this.k = k;
        this.subnets = new Subnets(limits);
        this.pinger = pinger;
        this.listener = listener;
        this.nearestBit = nearestBit;
    }

    /** The lowest bit that has a bucket. */
    final int nearestBit() {
        return nearestBit;
    }

    final Bucket bucket(int bit) {
        Bucket bucket = buckets[bit];
        if (bucket == null) {
            bucket = new Bucket(k, bit);
            buckets[bit] = bucket;
        }
        return bucket;
    }

    private int bit(NodeId id) {
        return Math.max(own.distanceBit(id), nearestBit);
    }

    private Bucket bucketOf(NodeId id) {
        return bucket(bit(id)).of(id, own);
    }

    /** Calls for each bucket, those with the nearest range first. */
    private void forEach(ObjIntConsumer<Bucket> action) {
        for (int bit = nearestBit; bit < NodeId.BITS; bit++) {
            forEach(bit, action);
        }
    }

    private void forEach(int bit, ObjIntConsumer<Bucket> action) {
        Bucket whole = buckets[bit];
        if (whole != null) {
            whole.visit(own, own, part -> {
                action.accept(part, bit);
                return true;
            });
        }
    }

    /** Splits a bucket that does not hold our own id. */
    final boolean splitFar(Bucket full) {
        if (!full.split(own)) {
            return false;
        }
        full.visit(own, own, half -> {
            letIn(half);
            return true;
        });
        return true;
    }

    /** Called for a full bucket; true if there may be room now. */
    boolean makeRoom(Bucket full) {
        return false;
    }

    /** Splits the bucket that holds our own id: what is nearer than its upper half moves to a new one. */
    final boolean splitNearest() {
        Bucket far = bucket(nearestBit);
        nearestBit--;
        Bucket near = bucket(nearestBit);
        near.lookedUp = far.lookedUp;
        near.lastLookup = far.lastLookup;
        far.entries.removeIf(entry -> moveIfNear(entry, near.entries));
        far.waiting.removeIf(entry -> moveIfNear(entry, near.waiting));
        letIn(near);
        letIn(far);
        return true;
    }

    private boolean moveIfNear(Bucket.Entry entry, Collection<Bucket.Entry> near) {
        return own.distanceBit(entry.contact.id()) <= nearestBit && near.add(entry);
    }

    @Override
    public final void heard(Contact peer, boolean answered, long now) {
        if (peer.id().equals(own)) {
            return;
        }
        Bucket bucket = bucketOf(peer.id());
        Bucket.Entry known = bucket.find(peer.id());
        if (known != null) {
            heardKnown(bucket, known, peer, answered, now);
            return;
        }
        if (!answered && !mayGreet(now)) {
            return;
        }
        while (bucket.isFull() && makeRoom(bucket)) {
            bucket = bucketOf(peer.id());
            Bucket.Entry letIn = bucket.find(peer.id());
            if (letIn != null) {
                heardKnown(bucket, letIn, peer, answered, now);
                return;
            }
        }
        if (!subnets.allows(peer, bucket)) {
            return;
        }
        if (!bucket.isFull()) {
            add(bucket, new Bucket.Entry(peer, answered, now));
        } else {
            await(bucket, peer, answered, now);
        }
    }

    private void heardKnown(Bucket bucket, Bucket.Entry known, Contact peer, boolean answered, long now) {
        if (!known.contact.address().equals(peer.address())) {
            contest(known, peer, answered, now);
            return;
        }
        bucket.moveToTail(known);
        known.lastHeard = now;
        if (answered) {
            known.timeouts = 0;
            if (!known.answered) {
                known.answered = true;
                listener.contactAdded(known.contact);
            }
        }
    }

    /** The id of a known contact was heard from another address: who keeps the place is decided by asking the one we know. */
    private void contest(Bucket.Entry known, Contact challenger, boolean answered, long now) {
        if (known.contested) {
            return;
        }
        known.contested = true;
        pinger.ping(known.contact, alive -> {
            known.contested = false;
            if (!alive && remove(known)) {
                heard(challenger, answered, now);
            }
        });
    }

    private void add(Bucket bucket, Bucket.Entry entry) {
        bucket.add(entry);
        subnets.added(entry.contact);
        size++;
        if (entry.answered) {
            listener.contactAdded(entry.contact);
        } else {
            greet(entry);
        }
    }

    private void await(Bucket bucket, Contact peer, boolean answered, long now) {
        Bucket.Entry queued = bucket.findWaiting(peer.id());
        boolean isNew = queued == null || !queued.contact.address().equals(peer.address());
        Bucket.Entry entry = queued == null ? new Bucket.Entry(peer, answered, now) : queued;
        if (isNew) {
            entry.contact = peer;
            entry.answered = answered;
        }
        entry.answered |= answered;
        entry.lastHeard = now;
        bucket.await(entry);
        if (bucket.mayAskHead(now)) {
            if (isNew && !answered) {
                greet(entry);
            }
            askHead(bucket, now);
        }
    }

    private boolean mayGreet(long now) {
        if (greeted == 0 || now - greetedSince >= SECOND) {
            greetedSince = now;
            greeted = 0;
        }
        return greetings < MAX_GREETINGS && greeted < MAX_GREETED_IN_SECOND;
    }

    /** Pings a stranger (V2.6). */
    private void greet(Bucket.Entry entry) {
        greetings++;
        greeted++;
        pinger.ping(entry.contact, alive -> {
            greetings--;
            if (!alive && !entry.answered) {
                unanswered(entry);
            }
        });
    }

    private void unanswered(Bucket.Entry entry) {
        Bucket bucket = bucketOf(entry.contact.id());
        if (bucket.waiting.remove(entry) || !bucket.entries.contains(entry)) {
            return;
        }
        if (++entry.timeouts >= 2) {
            remove(entry);
        } else {
            greet(entry);
        }
    }

    /** V2.2: the least recently seen contact of a full bucket must answer or leave. */
    private void askHead(Bucket bucket, long now) {
        Bucket.Entry head = bucket.entries.get(0);
        bucket.askHead(now);
        pinger.ping(head.contact, alive -> {
            bucket.headAsked();
            if (!alive) {
                remove(head);
            }
        });
    }

    /** Takes an entry out and gives its place to who waits; false if it was not there. */
    private boolean remove(Bucket.Entry entry) {
        Bucket bucket = bucketOf(entry.contact.id());
        if (!bucket.entries.remove(entry)) {
            return false;
        }
        size--;
        subnets.removed(entry.contact);
        bucket.endPause();
        if (entry.answered) {
            listener.contactRemoved(entry.contact);
        }
        letIn(bucket);
        return true;
    }

    /** Gives the free places of a bucket to those who wait. */
    private void letIn(Bucket bucket) {
        while (!bucket.isFull()) {
            Bucket.Entry next = bucket.takeWaiting();
            if (next == null) {
                return;
            }
            if (subnets.allows(next.contact, bucket)) {
                next.timeouts = 0;
                add(bucket, next);
            }
        }
    }

    @Override
    public final void timedOut(Contact peer, long called, long now) {
        Bucket.Entry entry = find(peer);
        if (entry == null || (entry.timeouts > 0 && called - entry.lastTimeout < 0)) {
            return;
        }
        entry.lastTimeout = now;
        if (++entry.timeouts >= 2) {
            remove(entry);
        }
    }

    @Override
    public final void remove(Contact peer) {
        Bucket.Entry entry = find(peer);
        if (entry != null) {
            remove(entry);
        }
    }

    private Bucket.@Nullable Entry find(Contact peer) {
        Bucket bucket = buckets[bit(peer.id())];
        Bucket.Entry entry = bucket == null ? null : bucket.of(peer.id(), own).find(peer.id());
        return entry != null && entry.contact.address().equals(peer.address()) ? entry : null;
    }

    @Override
    public final List<Contact> closest(NodeId target, int limit) {
        List<Contact> sound = closest(target, limit, false);
        return sound.size() < limit && sound.size() < size ? closest(target, limit, true) : sound;
    }

    /**
     * Visits the buckets in the order of their distance from the target, so that only as many are sorted as are needed: first the
     * target's own, then, from high to low, those whose bit separates the target from us, then the nearest to us, then the rest from low to high.
     */
    private List<Contact> closest(NodeId target, int limit, boolean failing) {
        List<Contact> found = new ArrayList<>(Math.min(limit, size) + k);
        int start = bit(target);
        take(start, target, limit, failing, found);
        for (int i = start - 1; i > nearestBit && found.size() < limit; i--) {
            if (own.differsAt(target, i)) {
                take(i, target, limit, failing, found);
            }
        }
        if (start != nearestBit && found.size() < limit) {
            take(nearestBit, target, limit, failing, found);
        }
        for (int i = nearestBit + 1; i < start && found.size() < limit; i++) {
            if (!own.differsAt(target, i)) {
                take(i, target, limit, failing, found);
            }
        }
        for (int i = start + 1; i < NodeId.BITS && found.size() < limit; i++) {
            take(i, target, limit, failing, found);
        }
        return found.size() <= limit ? found : new ArrayList<>(found.subList(0, limit));
    }

    private void take(int bit, NodeId target, int limit, boolean failing, List<Contact> found) {
        Bucket bucket = buckets[bit];
        if (bucket == null) {
            return;
        }
        if (!bucket.isSplit()) {
            take(bucket, target, failing, found);
            return;
        }
        bucket.visit(target, own, part -> {
            take(part, target, failing, found);
            return found.size() < limit;
        });
    }

    private static void take(Bucket bucket, NodeId target, boolean failing, List<Contact> found) {
        int first = found.size();
        for (int i = 0; i < bucket.entries.size(); i++) {
            Bucket.Entry entry = bucket.entries.get(i);
            if (entry.answered && (failing || entry.timeouts == 0)) {
                insert(found, first, entry.contact, target);
            }
        }
    }

    /** Insertion sort: a bucket is small, and this allocates nothing. */
    private static void insert(List<Contact> found, int first, Contact contact, NodeId target) {
        int at = found.size();
        while (at > first
                && target.compareDistance(contact.id(), found.get(at - 1).id()) < 0) {
            at--;
        }
        found.add(at, contact);
    }

    @Override
    public final boolean contains(Contact contact) {
        return find(contact) != null;
    }

    @Override
    public final List<Contact> doubtful(long heardBefore) {
        List<Contact> doubtful = new ArrayList<>();
        forEach((bucket, bit) -> {
            for (Bucket.Entry entry : bucket.entries) {
                if (entry.timeouts > 0 || entry.lastHeard - heardBefore < 0) {
                    doubtful.add(entry.contact);
                }
            }
        });
        return doubtful;
    }

    @Override
    public final void lookedUp(NodeId target, long now) {
        Bucket bucket = bucketOf(target);
        bucket.lookedUp = true;
        bucket.lastLookup = now;
    }

    @Override
    public final List<BucketView> buckets() {
        List<BucketView> views = new ArrayList<>();
        forEach((bucket, bit) -> {
            if (bucket.lookedUp || !bucket.entries.isEmpty()) {
                views.add(new BucketView(
                        range(bit, bucket.path()),
                        bucket.entries.stream()
                                .map(e -> new BucketView.ContactView(e.contact, e.answered, e.timeouts, e.lastHeard))
                                .toList(),
                        bucket.waiting.stream().map(e -> e.contact).toList(),
                        bucket.lookedUp ? OptionalLong.of(bucket.lastLookup) : OptionalLong.empty()));
            }
        });
        return views;
    }

    private BucketRange range(int bit, String path) {
        return new BucketRange(bit == nearestBit ? 0 : bit, bit + 1, path);
    }

    @Override
    public final List<BucketRange> staleRanges(long before) {
        int closest = nearestBit;
        while (closest < NodeId.BITS && isEmpty(closest)) {
            closest++;
        }
        List<BucketRange> ranges = new ArrayList<>();
        for (int bit = closest + 1; bit < NodeId.BITS; bit++) {
            if (buckets[bit] == null) {
                ranges.add(range(bit, ""));
            }
            forEach(bit, (bucket, of) -> {
                if (!bucket.lookedUp || bucket.lastLookup - before < 0) {
                    ranges.add(range(of, bucket.path()));
                }
            });
        }
        return ranges;
    }

    private boolean isEmpty(int bit) {
        Bucket bucket = buckets[bit];
        return bucket == null || bucket.visit(own, own, part -> part.entries.isEmpty());
    }

    @Override
    public final int size() {
        return size;
    }
}
