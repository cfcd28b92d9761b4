package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;

/**
 * Asks for what one avatar does and tells it in order: each position tells the number of the latest action. What an avatar did before it was met is not asked for. Of the presence's worker.
 */
final class ActionReader {
    /** So many are asked for at a time. */
    private static final int WINDOW = 4;

    /** Before the first of all actions. */
    private static final int NONE = ActionSource.NUMBERS - 1;

    private final AvatarName avatar;
    private final LocalFace face;
    private final Duration timeout;
    private final Listener listener;

    /** The latest action that was told. */
    private int told;

    private int latest;

    /** The questions for actions that wait. */
    private final Map<Integer, Question> asked = new HashMap<>();

    /** Actions that have come before an earlier one. */
    private final Map<Integer, byte[]> early = new HashMap<>();

    /** Is given what an avatar does. */
    interface Listener {
        /** It has done this. */
        void acted(byte[] action);
    }

    /** @param met the number of the latest action when it was met, empty if there was none */
    ActionReader(AvatarName avatar, LocalFace face, Duration timeout, OptionalInt met, Listener listener) {
        this.avatar = avatar;
        this.face = face;
        this.timeout = timeout;
        this.listener = listener;
        told = met.orElse(NONE);
        latest = told;
    }

    /** A position has told the number of the latest action; empty if there was none. */
    void heard(OptionalInt number) {
        latest = number.orElse(NONE);
        if (number.isEmpty() && told != NONE) {
            // It has done something before: its actions have begun anew.
            goOnFrom(NONE);
        }
        askForMissing();
    }

    private void askForMissing() {
        if (ActionSource.since(told, latest) > ActionSource.KEPT) {
            goOnFrom(Math.floorMod(latest - ActionSource.KEPT, ActionSource.NUMBERS));
        }
        // What this node has comes at once, while it is being asked for.
        for (int i = 1; i <= Math.min(ActionSource.since(told, latest), WINDOW); i++) {
            int number = (told + i) % ActionSource.NUMBERS;
            if (!asked.containsKey(number) && !early.containsKey(number)) {
                ask(number);
            }
        }
    }

    private void ask(int number) {
        Interest interest = Interest.builder(ActionSource.named(avatar, number))
                .mustBeFresh()
                .lifetime(timeout)
                .build();
        Question question = new Question();
        asked.put(number, question);
        question.withdraw =
                face.expressInterest(interest, (data, from) -> answered(number, data), () -> silent(number));
    }

    private void silent(int number) {
        asked.remove(number);
        askForMissing();
    }

    private void answered(int number, Data data) {
        asked.remove(number);
        byte[] action = ActionSource.actionIn(data.content());
        if (action == null) {
            // Its actions have begun anew. If they are few, all that it has done since then is kept.
            boolean few = latest < ActionSource.KEPT && told != NONE;
            goOnFrom(few ? NONE : latest);
            askForMissing();
            return;
        }
        early.put(number, action);
        int next = (told + 1) % ActionSource.NUMBERS;
        for (byte[] each = early.remove(next); each != null; each = early.remove(next)) {
            told = next;
            next = (told + 1) % ActionSource.NUMBERS;
            listener.acted(each);
        }
        askForMissing();
    }

    private void goOnFrom(int number) {
        close();
        early.clear();
        told = number;
    }

    void close() {
        asked.values().forEach(each -> each.withdraw.run());
        asked.clear();
    }

    /** One question. */
    private static final class Question {
        private Runnable withdraw = () -> {};
    }
}
