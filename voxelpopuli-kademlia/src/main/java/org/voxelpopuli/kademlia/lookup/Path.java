package org.voxelpopuli.kademlia.lookup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.id.Subnet;

/**
 * One path of a {@link Lookup}: the candidates that it began with or was told by those whom it asked, by rising distance, and whom of them to ask next.
 * Who was asked on another path is not asked again; his answer, when it comes, counts as heard, but what he tells is the other path's.
 */
final class Path {
    /** What all paths of a lookup share. */
    record Frame(
            NodeId target,
            NodeId own,
            int k,
            int alpha,
            int maxCandidates,
            int maxAsked,
            int perSubnet,
            SilentShare silent) {}

    /** A subnet with more candidates than so many times those that count makes room for others first. */
    private static final int SPARE_OF_SUBNET = 4;

    private final Frame frame;
    private final Questions questions;
    private final List<Candidate> candidates = new ArrayList<>();
    private int asked;
    private int inFlight;
    private int stalled;
    private int continuations;
    private int withoutProgress;
    private @Nullable NodeId best;

    Path(Frame frame, Questions questions) {
        this.frame = frame;
        this.questions = questions;
    }

    /** Adds those who are to be asked now; they count as asked from here on. */
    void next(List<Question> now) {
        boolean all = withoutProgress >= frame.alpha;
        int window = Math.max(frame.k + 2 * stalled, frame.silent.toHear(frame.k));
        int parallel = frame.silent.toHear(frame.alpha);
        SubnetTally subnets = new SubnetTally(frame.perSubnet);
        int counted = 0;
        for (int i = 0; i < candidates.size() && counted < window && asked < frame.maxAsked; ) {
            if (!all && inFlight - stalled >= parallel) {
                break;
            }
            Candidate candidate = candidates.get(i);
            Question question = candidate.question(questions);
            if (question != null && question.isIn(Question.State.FAILED)) {
                if (!candidate.tryNext()) {
                    candidates.remove(i);
                }
                continue;
            }
            if (question != null && question.isIn(Question.State.STALLED)) {
                subnets.late(candidate.subnet);
                counted++;
                i++;
            } else if (subnets.admits(candidate.subnet)) {
                counted++;
                i++;
                if (question == null) {
                    now.add(ask(candidate));
                }
            } else if (question != null || !candidate.moveInto(subnets)) {
                i++;
            }
        }
    }

    private Question ask(Candidate candidate) {
        Question question = new Question(candidate.contact, this, candidate.depth);
        questions.put(question);
        asked++;
        inFlight++;
        return question;
    }

    void answered(Question question, List<Contact> told) {
        leaveFlight(question);
        questions.answered(question);
        int count = Math.min(told.size(), Lookup.MAX_TOLD);
        Question first = question.first == null ? question : question.first;
        first.told(told.subList(0, count), frame.k);
        if (question.first == null) {
            frame.silent.answered();
            withoutProgress++;
        }
        for (int i = 0; i < count; i++) {
            Contact contact = told.get(i);
            if (HearsayFilter.mayAsk(contact, question.contact)) {
                merge(contact, question.depth + 1);
            }
        }
        trim();
    }

    void failed(Question question) {
        leaveFlight(question);
        questions.become(question, Question.State.FAILED);
        withoutProgress += question.first == null ? 1 : 0;
    }

    void stalled(Question question) {
        if (question.isIn(Question.State.ASKED)) {
            leaveFlight(question);
            questions.become(question, Question.State.STALLED);
            if (question.first == null) {
                frame.silent.silent();
                stalled++;
                inFlight++;
                withoutProgress++;
            }
        }
    }

    private void leaveFlight(Question question) {
        boolean late = question.isIn(Question.State.STALLED);
        if (question.first != null) {
            continuations -= late ? 0 : 1;
            return;
        }
        inFlight--;
        stalled -= late ? 1 : 0;
    }

    /** Asks one who has answered on this path for more. */
    Question askMore(Question answered) {
        Question question = answered.continuation();
        questions.put(question);
        continuations++;
        return question;
    }

    /** Whether what it hears brings it no nearer to the target any more. */
    boolean isConverging() {
        return withoutProgress >= frame.alpha || isDone();
    }

    /** Takes a contact among the candidates, if it is near enough and has not failed. */
    void merge(Contact contact, int depth) {
        NodeId id = contact.id();
        Question question = questions.about(contact);
        if (id.equals(frame.own) || (question != null && question.isIn(Question.State.FAILED))) {
            return;
        }
        int at = position(id);
        if (at >= 0) {
            candidates.get(at).alsoAt(contact);
            return;
        }
        at = -at - 1;
        candidates.add(at, new Candidate(contact, depth));
        if (best == null || frame.target.compareDistance(id, best) < 0) {
            best = id;
            withoutProgress = 0;
        }
    }

    /** We ourselves, who are not asked, are among the candidates. */
    void mergeSelf(Contact self) {
        candidates.add(-position(self.id()) - 1, new Candidate(self, 0));
    }

    /** Forgets whom there are too many of: of the crowded subnets, then of all, the farthest. */
    private void trim() {
        int excess = candidates.size() - frame.maxCandidates;
        if (excess <= 0) {
            return;
        }
        Map<Long, Integer> counts = new HashMap<>();
        candidates.forEach(candidate -> counts.merge(candidate.subnet, 1, Integer::sum));
        counts.remove(Subnet.EXEMPT);
        for (int i = candidates.size() - 1; i >= 0 && excess > 0; i--) {
            long subnet = candidates.get(i).subnet;
            if (counts.getOrDefault(subnet, 0) > SPARE_OF_SUBNET * frame.perSubnet) {
                counts.merge(subnet, -1, Integer::sum);
                candidates.remove(i);
                excess--;
            }
        }
        candidates.subList(candidates.size() - excess, candidates.size()).clear();
    }

    private int position(NodeId id) {
        int low = 0;
        int high = candidates.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order =
                    frame.target.compareDistance(candidates.get(middle).contact.id(), id);
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

    /** Whether the k closest of its candidates have answered, to whichever path, or nobody is left whom it may ask. */
    boolean isDone() {
        SubnetTally subnets = new SubnetTally(frame.perSubnet);
        int counted = 0;
        for (int i = 0; i < candidates.size() && counted < frame.k; i++) {
            Candidate candidate = candidates.get(i);
            if (!subnets.hasRoom(candidate.subnet) && candidate.question(questions) == null) {
                candidate.moveInto(subnets);
            }
            if (subnets.admits(candidate.subnet)) {
                counted++;
                Question question = candidate.question(questions);
                if (question == null || !question.isIn(Question.State.ANSWERED)) {
                    return inFlight == 0 && asked >= frame.maxAsked;
                }
            }
        }
        return true;
    }

    boolean isWaiting() {
        return inFlight > 0 || continuations > 0;
    }

    /** Whether somebody may still tell more who was asked for it, and is not late. */
    boolean isToldMore() {
        return continuations > 0;
    }

    void forget() {
        candidates.clear();
    }
}
