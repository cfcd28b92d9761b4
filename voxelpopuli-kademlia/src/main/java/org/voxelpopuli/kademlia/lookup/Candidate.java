package org.voxelpopuli.kademlia.lookup;

import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.kademlia.id.Contact;

/** A node in a lookup. */
final class Candidate {
    enum State {
        NEW,
        ASKED,
        /** Asked, and slow enough that we no longer wait for it before we ask others. */
        STALLED,
        ANSWERED
    }

    /** Other addresses that were told for the same id; more would only be lies. */
    private static final int MAX_ALTERNATIVES = 3;

    Contact contact;
    final int depth;
    State state = State.NEW;
    private final List<Contact> tried = new ArrayList<>(1);
    private final List<Contact> alternatives = new ArrayList<>(0);

    Candidate(Contact contact, int depth) {
        this.contact = contact;
        this.depth = depth;
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
        state = State.NEW;
        return true;
    }
}
