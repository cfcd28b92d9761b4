package org.voxelpopuli.kademlia.lookup;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;

/**
 * A question of a lookup that was put to a contact. One path puts it and learns from its answer; the others see that it was put. Who has answered may be
 * asked for more, which is another question.
 */
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
    /** The question that this one continues; null if it is the first to the contact. */
    final @Nullable Question first;

    /** How many of the contacts closest to the target are known to be known there. */
    final int offset;

    State state = State.ASKED;
    private final List<Contact> told = new ArrayList<>(0);
    private boolean mayTellMore = true;
    private int failuresToMatter;

    /** @param depth how many contacts away from us the contact was learned */
    Question(Contact contact, Path path, int depth) {
        this(contact, path, depth, null, 0);
    }

    private Question(Contact contact, Path path, int depth, @Nullable Question first, int offset) {
        this.contact = contact;
        this.path = path;
        this.depth = depth;
        this.first = first;
        this.offset = offset;
    }

    /** The question for what the contact knows beyond what it has told. */
    Question continuation() {
        mayTellMore = false;
        return new Question(contact, path, depth, this, told.size());
    }

    /** The contact has told this, and perhaps knows more if that is a full answer. */
    void told(List<Contact> contacts, int full) {
        told.addAll(contacts);
        mayTellMore = contacts.size() >= full && told.size() < Lookup.MAX_TOLD;
    }

    /** Whether so few of those whom it told have not failed that it is worth asking for more. */
    boolean isWorthContinuing(Questions questions, int k) {
        if (!mayTellMore || questions.failed() < failuresToMatter) {
            return false;
        }
        // One is the teller itself.
        int live = 1;
        for (Contact contact : told) {
            Question question = questions.about(contact);
            live += question == null || !question.isIn(State.FAILED) ? 1 : 0;
        }
        failuresToMatter = questions.failed() + live - k + 1;
        return live < k;
    }

    boolean isIn(State wanted) {
        return state == wanted;
    }
}
