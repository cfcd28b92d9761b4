package org.voxelpopuli.kademlia.lookup;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.Subnet;

/** A node on a path. */
final class Candidate {
    /** Other addresses that were told for the same id; more would only be lies. */
    private static final int MAX_ALTERNATIVES = 3;

    Contact contact;
    long subnet;
    final int depth;
    private final List<Contact> tried = new ArrayList<>(1);
    private final List<Contact> alternatives = new ArrayList<>(0);
    private @Nullable Question question;

    Candidate(Contact contact, int depth) {
        this.contact = contact;
        this.subnet = subnetOf(contact);
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

    private static long subnetOf(Contact contact) {
        return Subnet.of(contact.address().getAddress());
    }

    /** The same id was told with this contact's address. */
    void alsoAt(Contact other) {
        if (!other.equals(contact)
                && alternatives.size() < MAX_ALTERNATIVES
                && !alternatives.contains(other)
                && !tried.contains(other)) {
            alternatives.add(other);
        }
    }

    /** After a failure: goes on with another address; false if there is none. */
    boolean tryNext() {
        tried.add(contact);
        if (alternatives.isEmpty()) {
            return false;
        }
        contact = alternatives.remove(0);
        subnet = subnetOf(contact);
        question = null;
        return true;
    }
}
