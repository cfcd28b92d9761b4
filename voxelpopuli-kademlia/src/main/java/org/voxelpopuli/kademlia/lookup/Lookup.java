package org.voxelpopuli.kademlia.lookup;

import java.util.ArrayList;
import java.util.List;
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
 * <p>This happens on several paths at once, as in S/Kademlia (Baumgart and Mies, 2007, section 4.4): the contacts with which the lookup begins are dealt out
 * to the paths, each path follows only what it was told by those whom it asked itself, and nobody is asked on two of them. So a liar leads astray the path
 * on which he is met, and no other. The result is the k closest of all who answered. The paths share alpha, rounded up.
 *
 * <p>Differences from S/Kademlia: a node that another path has asked keeps its place on a path, instead of being skipped. Else each path would look for k
 * nodes of its own, and the paths together would ask the k times d closest; so they ask the k closest once, and a path is over when its k closest have
 * answered, to whichever path. The lookup is over when all paths are, and finds k nodes, not a set for each path.
 *
 * <p>Differences from the first Kademlia paper:
 * <ul>
 * <li>A peer that is slow holds its place in the result, but not the lookup: when its answer is later than usual it is <i>stalled</i>, others are asked
 * as if it had failed, and of those twice as many as have stalled. So a hundred silent peers cost hardly more time than one.
 * <li>An id that was told with several addresses is tried at each (at most four at a time), so that a liar cannot hide a node.
 * <li>On more than one path: nodes that are in all tables and answer no lookup would hide those that are next, since an answer ends with the k-th contact. So when of those whom
 * one of the closest has told fewer than k are left, it is asked for the next k. On one path this would cost more time than it is worth where nobody lies.
 * <li>What is told is bounded: of a node's answers the first {@value #MAX_TOLD} contacts, of the candidates of all paths the closest {@value #MAX_CANDIDATES} (but
 * 4k on each path), and {@value #MAX_ASKED} questions (but 2k on each path), after which the lookup ends with those who answered.
 * <li>Of one subnet only so many count among the k closest, where addresses are public: else who has ground ids near a key would need no more than one machine
 * to have all of its neighbourhood. Who is late is not counted while others are asked, so that honest nodes cannot be hidden behind wrong addresses.
 * <li>The asking node itself may count as one of the k (V3.4).
 * </ul>
 */
final class Lookup {
    static final int MAX_TOLD = 64;
    static final int MAX_CANDIDATES = 320;
    static final int MAX_ASKED = 640;

    private final int k;
    private final Questions questions;
    private final List<Path> paths = new ArrayList<>();

    /**
     * A lookup that has not yet begun.
     *
     * @param self ourselves, if we count as one of the k closest
     * @param start the closest first; there are no more paths than they can begin
     */
    Lookup(
            NodeId target,
            NodeId own,
            @Nullable Contact self,
            LookupShape shape,
            SilentShare silent,
            List<Contact> start) {
        this.k = shape.k();
        this.questions = new Questions(target, shape.perSubnet());
        int count = Math.max(1, Math.min(shape.disjointPaths(), start.size()));
        Path.Frame frame = new Path.Frame(
                target,
                own,
                k,
                (shape.alpha() + count - 1) / count,
                Math.max(4 * k, MAX_CANDIDATES / count),
                Math.max(2 * k, MAX_ASKED / count),
                shape.perSubnet(),
                silent);
        for (int i = 0; i < count; i++) {
            paths.add(new Path(frame, questions));
        }
        if (self != null) {
            questions.answered(new Question(self, paths.get(0), 0));
            paths.forEach(path -> path.mergeSelf(self));
        }
        for (int i = 0; i < start.size(); i++) {
            paths.get(i % count).merge(start.get(i), 1);
        }
    }

    /** Whom to ask now; they count as asked from here on. */
    List<Question> next() {
        List<Question> now = new ArrayList<>();
        paths.forEach(path -> path.next(now));
        askMore(now);
        return now;
    }

    /** See the differences from Kademlia above: nodes that do not answer must not hide those behind them. */
    private void askMore(List<Question> now) {
        if (paths.size() > 1 && questions.failed() > 1 && paths.stream().allMatch(Path::isConverging)) {
            for (Question teller : questions.closest(k)) {
                if (teller.isWorthContinuing(questions, k)) {
                    now.add(teller.path.askMore(teller));
                }
            }
        }
    }

    /** A question was answered. */
    void answered(Question question, List<Contact> told) {
        question.path.answered(question, told);
    }

    /** A question was not answered in time, or not by the one who was asked. */
    void failed(Question question) {
        question.path.failed(question);
    }

    /** The answer to a question is late. */
    void stalled(Question question) {
        question.path.stalled(question);
    }

    /** Whether on each path the k closest have answered, or nobody is left to ask. */
    boolean isDone() {
        return paths.stream().allMatch(Path::isDone) && paths.stream().noneMatch(Path::isToldMore);
    }

    /** Whether an answer of somebody is awaited. */
    boolean isWaiting() {
        return paths.stream().anyMatch(Path::isWaiting);
    }

    /** The k closest of those who answered, the closest first. */
    List<Contact> closest() {
        return questions.closest(k).stream().map(answer -> answer.contact).toList();
    }

    /** How many steps away the closest node that answered was. */
    int hops() {
        return questions.closest(1).stream().mapToInt(answer -> answer.depth).sum();
    }

    /** How many were asked. */
    int asked() {
        return questions.count();
    }

    /** Lets go of all nodes, once the lookup is over: answers that are still awaited hold on to it. */
    void forget() {
        questions.clear();
        paths.forEach(Path::forget);
    }
}
