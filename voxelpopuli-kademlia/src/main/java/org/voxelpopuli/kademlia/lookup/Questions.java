package org.voxelpopuli.kademlia.lookup;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.id.Subnet;

/** All questions of a lookup. It is what its paths know of each other: that nobody is asked twice, and who has answered. */
final class Questions {
    private final Map<Contact, Question> put = new HashMap<>();
    /** By the distance of the one who answered. */
    private final Map<NodeId, Question> answered;

    private final int perSubnet;
    private int count;
    private int failed;

    /** @param perSubnet how many of one subnet count among the closest */
    Questions(NodeId target, int perSubnet) {
        this.answered = new TreeMap<>(target::compareDistance);
        this.perSubnet = perSubnet;
    }

    /** The question that need not be put to a contact any more: it was put to it, or the node has answered at another address. */
    @Nullable
    Question about(Contact contact) {
        Question settled = answered.get(contact.id());
        return settled != null ? settled : put.get(contact);
    }

    void put(Question question) {
        count++;
        if (question.first == null) {
            put.put(question.contact, question);
        }
    }

    void answered(Question question) {
        become(question, Question.State.ANSWERED);
        if (question.first == null) {
            answered.putIfAbsent(question.contact.id(), question);
        }
    }

    void become(Question question, Question.State state) {
        if (question.first == null && state == Question.State.FAILED) {
            failed++;
        }
        question.state = state;
    }

    /** How many nodes did not answer. */
    int failed() {
        return failed;
    }

    /** How many were put; still known after {@link #clear}. */
    int count() {
        return count;
    }

    /** The first questions that were answered by the closest nodes, the closest first; of one subnet only so many. */
    List<Question> closest(int limit) {
        SubnetTally subnets = new SubnetTally(perSubnet);
        return answered.values().stream()
                .filter(question -> subnets.admits(Subnet.of(question.contact)))
                .limit(limit)
                .toList();
    }

    void clear() {
        put.clear();
        answered.clear();
    }
}
