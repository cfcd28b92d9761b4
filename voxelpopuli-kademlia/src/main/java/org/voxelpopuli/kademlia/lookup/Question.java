package org.voxelpopuli.kademlia.lookup;

import org.voxelpopuli.kademlia.id.Contact;

/** A question of a lookup that was put to a contact. One path puts it and learns from its answer; the others see that it was put. */
final class Question {
    enum State {
        ASKED,
        /** Slow enough that we no longer wait for it before we ask others. */
        STALLED,
        ANSWERED,
        FAILED
    }

    final Contact contact;
    final Path path;
    final int depth;
    State state = State.ASKED;

    /** @param depth how many contacts away from us the contact was learned */
    Question(Contact contact, Path path, int depth) {
        this.contact = contact;
        this.path = path;
        this.depth = depth;
    }

    boolean isIn(State wanted) {
        return state == wanted;
    }
}
