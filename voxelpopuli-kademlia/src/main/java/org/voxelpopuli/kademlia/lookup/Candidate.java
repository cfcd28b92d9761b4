package org.voxelpopuli.kademlia.lookup;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.Subnet;

/** A node on a path. */
final class Candidate {
    /** Other addresses of one subnet that were told for the same id; more would only be lies. */
    private static final int MAX_OF_SUBNET = 3;

    /** Other addresses in all. Those in subnets that have their places already wait here and are not tried, so there must be room beside them. */
    private static final int MAX_ALTERNATIVES = 16;

    Contact contact;
    long subnet;
    final int depth;
    private final List<Contact> tried = new ArrayList<>(1);
    private final List<Contact> alternatives = new ArrayList<>(0);
    private @Nullable Question question;

    Candidate(Contact contact, int depth) {
        this.contact = contact;
        this.subnet = Subnet.of(contact);
        this.depth = depth;
    }

    /** The question that this or another path has put to it; null as long as it is still to be asked. */
    @Nullable
    Question question(Questions questions) {
        if (question == null || !question.isIn(Question.State.ANSWERED)) {
            question = questions.about(contact);
        }
        return question;
    }

    /** The same id was told with this contact's address. */
    void alsoAt(Contact other) {
        if (!other.equals(contact)
                && alternatives.size() < MAX_ALTERNATIVES
                && !alternatives.contains(other)
                && !tried.contains(other)
                && countIn(Subnet.of(other)) < MAX_OF_SUBNET) {
            alternatives.add(other);
        }
    }

    private int countIn(long other) {
        int count = 0;
        for (int i = 0; i < alternatives.size(); i++) {
            count += Subnet.of(alternatives.get(i)) == other ? 1 : 0;
        }
        return count;
    }

    /** Not yet asked, it goes on with an address in a subnet that has room; false if there is none. */
    boolean moveInto(SubnetTally subnets) {
        for (int i = 0; i < alternatives.size(); i++) {
            Contact other = alternatives.get(i);
            if (subnets.hasRoom(Subnet.of(other))) {
                alternatives.set(i, contact);
                become(other);
                return true;
            }
        }
        return false;
    }

    /** After a failure: goes on with another address; false if there is none. */
    boolean tryNext() {
        tried.add(contact);
        if (alternatives.isEmpty()) {
            return false;
        }
        become(alternatives.remove(0));
        return true;
    }

    private void become(Contact other) {
        contact = other;
        subnet = Subnet.of(other);
        question = null;
    }
}
