package org.voxelpopuli.kademlia.lookup;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * The state of one lookup (SPEC V3.1, V3.3): whom to ask next, and whether it is over. Sends nothing and knows no clock.
 *
 * <p>Candidates are kept by rising distance. Up to alpha are asked at a time, the closest first. When alpha answers in a row
 * brought nothing closer, all of the k closest that were not yet asked are asked at once. It is over when the k closest have answered.
 * Whoever fails is forgotten, and the next closest takes its place.
 *
 * <p>Differences from the first Kademlia paper:
 * <ul>
 * <li>A peer that is slow holds its place in the result, but not the lookup: when its answer is later than usual it is <i>stalled</i>, others are asked
 * as if it had failed, and of those twice as many as have stalled. So a hundred silent peers cost hardly more time than one.
 * <li>An id that was told with several addresses is tried at each (at most four), so that a liar cannot hide a node.
 * <li>What is told is bounded: of an answer the first {@value #MAX_TOLD} contacts, of the candidates the closest {@value #MAX_CANDIDATES},
 * and at most {@value #MAX_ASKED} questions, after which the lookup ends with those who answered.
 * <li>The asking node itself may count as one of the k (V3.4).
 * </ul>
 */
final class Lookup {
    static final int MAX_TOLD = 64;
    static final int MAX_CANDIDATES = 320;
    static final int MAX_ASKED = 640;

    private final NodeId target;
    private final NodeId own;
    private final int k;
    private final int alpha;
    private final SilentShare silent;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Set<NodeId> failed = new HashSet<>();
    private int asked;
    private int inFlight;
    private int stalled;
    private int withoutProgress;
    private @Nullable NodeId best;

    /**
     * A lookup that has not yet begun.
     *
     * @param self ourselves, if we count as one of the k closest
     */
    Lookup(
            NodeId target,
            NodeId own,
            @Nullable Contact self,
            int k,
            int alpha,
            SilentShare silent,
            List<Contact> start) {
        this.silent = silent;
        this.target = target;
        this.own = own;
        this.k = k;
        this.alpha = alpha;
        if (self != null) {
            Candidate candidate = new Candidate(self, 0);
            candidate.state = Candidate.State.ANSWERED;
            candidates.add(candidate);
        }
        for (Contact contact : start) {
            merge(contact, 1);
        }
    }

    /** Whom to ask now; they count as asked from here on. */
    List<Candidate> next() {
        List<Candidate> now = new ArrayList<>();
        boolean all = withoutProgress >= alpha;
        int window = Math.max(k + 2 * stalled, silent.toHear(k));
        int parallel = silent.toHear(alpha);
        for (int i = 0, live = 0; i < candidates.size() && live < window && asked < MAX_ASKED; i++, live++) {
            if (!all && inFlight - stalled >= parallel) {
                break;
            }
            Candidate candidate = candidates.get(i);
            if (candidate.state == Candidate.State.NEW) {
                candidate.state = Candidate.State.ASKED;
                asked++;
                inFlight++;
                now.add(candidate);
            }
        }
        return now;
    }

    /** A candidate that was asked has answered. */
    void answered(Candidate candidate, List<Contact> told) {
        leaveFlight(candidate);
        candidate.state = Candidate.State.ANSWERED;
        silent.answered();
        withoutProgress++;
        int count = Math.min(told.size(), MAX_TOLD);
        for (int i = 0; i < count; i++) {
            Contact contact = told.get(i);
            if (HearsayFilter.mayAsk(contact, candidate.contact)) {
                merge(contact, candidate.depth + 1);
            }
        }
    }

    /** A candidate that was asked did not answer in time, or not as itself. */
    void failed(Candidate candidate) {
        leaveFlight(candidate);
        withoutProgress++;
        if (!candidate.tryNext()) {
            candidates.remove(candidate);
            failed.add(candidate.contact.id());
        }
    }

    /** A candidate that was asked is slow. */
    void stalled(Candidate candidate) {
        if (candidate.state == Candidate.State.ASKED) {
            candidate.state = Candidate.State.STALLED;
            silent.silent();
            stalled++;
            withoutProgress++;
        }
    }

    private void leaveFlight(Candidate candidate) {
        inFlight--;
        if (candidate.state == Candidate.State.STALLED) {
            stalled--;
        }
    }

    private void merge(Contact contact, int depth) {
        NodeId id = contact.id();
        if (id.equals(own) || failed.contains(id)) {
            return;
        }
        int at = position(id);
        if (at >= 0) {
            candidates.get(at).alsoAt(contact);
            return;
        }
        at = -at - 1;
        if (at >= MAX_CANDIDATES) {
            return;
        }
        candidates.add(at, new Candidate(contact, depth));
        if (candidates.size() > MAX_CANDIDATES && candidates.get(MAX_CANDIDATES).state == Candidate.State.NEW) {
            candidates.remove(MAX_CANDIDATES);
        }
        if (best == null || target.compareDistance(id, best) < 0) {
            best = id;
            withoutProgress = 0;
        }
    }

    private int position(NodeId id) {
        int low = 0;
        int high = candidates.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = target.compareDistance(candidates.get(middle).contact.id(), id);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    /** Whether the k closest have answered, or nobody is left to ask. */
    boolean isDone() {
        int count = Math.min(k, candidates.size());
        for (int i = 0; i < count; i++) {
            if (candidates.get(i).state != Candidate.State.ANSWERED) {
                return inFlight == 0 && asked >= MAX_ASKED;
            }
        }
        return true;
    }

    /** Whether an answer of somebody is awaited. */
    boolean isWaiting() {
        return inFlight > 0;
    }

    /** The k closest of those who answered, the closest first. */
    List<Contact> closest() {
        return candidates.stream()
                .filter(c -> c.state == Candidate.State.ANSWERED)
                .limit(k)
                .map(c -> c.contact)
                .toList();
    }

    /** How many steps away the closest node that answered was. */
    int hops() {
        return candidates.stream()
                .filter(c -> c.state == Candidate.State.ANSWERED)
                .findFirst()
                .map(c -> c.depth)
                .orElse(0);
    }

    int asked() {
        return asked;
    }

    /** Lets go of all nodes, once the lookup is over: answers that are still awaited hold on to it. */
    void forget() {
        candidates.clear();
        failed.clear();
    }
}
