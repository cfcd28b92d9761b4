package org.voxelpopuli.kademlia.routing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * The contacts of one range, least recently seen first, and those that wait for a place. One that does not hold our own id may be split: then its contacts are in
 * two others, each for half of the range.
 */
final class Bucket {
    private static final long MIN_PAUSE = 1_000_000_000L;
    private static final long MAX_PAUSE = 64 * MIN_PAUSE;

    /** A node in the bucket or in its queue. */
    static final class Entry {
        Contact contact;
        boolean answered;
        int timeouts;
        long lastTimeout;
        long lastHeard;
        /** Whether we are asking the known address if it still lives, since the id was heard from another one. */
        boolean contested;

        Entry(Contact contact, boolean answered, long lastHeard) {
            this.contact = contact;
            this.answered = answered;
            this.lastHeard = lastHeard;
        }
    }

    final List<Entry> entries;
    final ArrayDeque<Entry> waiting = new ArrayDeque<>(2);
    boolean lookedUp;
    long lastLookup;
    private final int k;
    private boolean askingHead;
    private long headAsked;
    private long pause;

    /** The bits that the distances of its range have in common, after the highest. */
    private final String path;

    /** The bit of the distance that tells of which half an id is. */
    private final int nextBit;

    private @Nullable Bucket nearHalf;
    private @Nullable Bucket farHalf;

    /**
     * The bucket of the distances whose highest bit is this one.
     *
     * @param k its size
     */
    Bucket(int k, int bit) {
        this(k, bit - 1, "");
    }

    private Bucket(int k, int nextBit, String path) {
        this.k = k;
        this.nextBit = nextBit;
        this.path = path;
        this.entries = new ArrayList<>(Math.min(k, 20));
    }

    String path() {
        return path;
    }

    /** Splits it, unless one id is all of its range. */
    boolean split(NodeId own) {
        if (nextBit < 0) {
            return false;
        }
        Bucket near = new Bucket(k, nextBit - 1, path + "0");
        Bucket far = new Bucket(k, nextBit - 1, path + "1");
        entries.forEach(entry -> (own.differsAt(entry.contact.id(), nextBit) ? far : near).entries.add(entry));
        waiting.forEach(entry -> (own.differsAt(entry.contact.id(), nextBit) ? far : near).waiting.add(entry));
        entries.clear();
        waiting.clear();
        near.lookedUp = lookedUp;
        near.lastLookup = lastLookup;
        far.lookedUp = lookedUp;
        far.lastLookup = lastLookup;
        nearHalf = near;
        farHalf = far;
        return true;
    }

    /** The bucket for an id: this, or that of its parts. */
    Bucket of(NodeId id, NodeId own) {
        Bucket bucket = this;
        while (bucket.nearHalf != null && bucket.farHalf != null) {
            bucket = own.differsAt(id, bucket.nextBit) ? bucket.farHalf : bucket.nearHalf;
        }
        return bucket;
    }

    boolean isSplit() {
        return nearHalf != null;
    }

    /**
     * Calls for this, or for each of its parts, those first that are nearer to a target.
     *
     * @param goesOn whether the next is wanted too
     * @return whether it was
     */
    boolean visit(NodeId target, NodeId own, Predicate<Bucket> goesOn) {
        if (nearHalf == null || farHalf == null) {
            return goesOn.test(this);
        }
        boolean inFar = own.differsAt(target, nextBit);
        return (inFar ? farHalf : nearHalf).visit(target, own, goesOn)
                && (inFar ? nearHalf : farHalf).visit(target, own, goesOn);
    }

    boolean isFull() {
        return entries.size() >= k;
    }

    @Nullable
    Entry find(NodeId id) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).contact.id().equals(id)) {
                return entries.get(i);
            }
        }
        return null;
    }

    @Nullable
    Entry findWaiting(NodeId id) {
        for (Entry entry : waiting) {
            if (entry.contact.id().equals(id)) {
                return entry;
            }
        }
        return null;
    }

    void moveToTail(Entry entry) {
        if (entries.get(entries.size() - 1) != entry) {
            entries.remove(entry);
            entries.add(entry);
        }
    }

    /** Adds an entry at its place: who waited may have been heard before those who are in. */
    void add(Entry entry) {
        int at = entries.size();
        while (at > 0 && entries.get(at - 1).lastHeard - entry.lastHeard > 0) {
            at--;
        }
        entries.add(at, entry);
    }

    /**
     * Whether a newcomer is a reason to ask the head if it still lives. In a large network most who are heard have no place in their bucket; were
     * the head asked for each of them, every message would cause pings, and these pings further ones, several for each message. So after each
     * time the next is due after a pause that doubles, up to a minute, until somebody leaves the bucket.
     */
    boolean mayAskHead(long now) {
        return !askingHead && !entries.isEmpty() && (pause == 0 || now - headAsked >= pause);
    }

    void askHead(long now) {
        askingHead = true;
        headAsked = now;
        pause = Math.max(MIN_PAUSE, Math.min(MAX_PAUSE, 2 * pause));
    }

    void headAsked() {
        askingHead = false;
    }

    /** Somebody has left: others may be gone too. */
    void endPause() {
        pause = 0;
    }

    /** Queues an entry as the latest; the one that has waited longest without a word makes room. */
    void await(Entry entry) {
        waiting.remove(entry);
        if (waiting.size() >= k) {
            waiting.removeFirst();
        }
        waiting.addLast(entry);
    }

    /** The next in line, taken out of the queue: who has answered before who has not, and among those the latest heard. */
    @Nullable
    Entry takeWaiting() {
        for (Iterator<Entry> latestFirst = waiting.descendingIterator(); latestFirst.hasNext(); ) {
            Entry entry = latestFirst.next();
            if (entry.answered) {
                latestFirst.remove();
                return entry;
            }
        }
        return waiting.pollLast();
    }
}
