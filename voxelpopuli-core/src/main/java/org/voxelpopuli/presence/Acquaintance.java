package org.voxelpopuli.presence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.Worker;

/** What one of our avatars knows of another. Of the presence's worker. */
final class Acquaintance {
    final AvatarName name;

    /** Is run when its host can be reached. */
    final Runnable onWay;

    /** What it last told itself; null as long as only others have spoken of it. */
    @Nullable
    PositionRecord last;

    /** What it is. */
    String type = "";

    /** Reads what it does while it is near; null before. */
    @Nullable
    ActionReader actions;

    /** What it tells that is older than what it last told. */
    final OtherClock otherClock = new OtherClock();

    long heardAtNanos;
    long askedAtNanos;

    /** Questions in a row that it has not answered. */
    int timeouts;

    /** Answers in a row that were too old. */
    int stale;

    /** Who spoke of it first. */
    final Object informant;

    /** Whether nothing is known but that somebody spoke of it. */
    boolean stranger = true;

    /** The questions that wait. */
    final List<Question> questions = new ArrayList<>(2);

    /** Whether we hear of all of its moves, so that it may be asked for two of them ahead. */
    boolean keepsUp;

    /** Asks again. */
    Worker.@Nullable Timer timer;

    Acquaintance(AvatarName name, Object informant, Runnable onWay) {
        this.name = name;
        this.informant = informant;
        this.onWay = onWay;
    }

    void forgetActions() {
        if (actions != null) {
            actions.close();
            actions = null;
        }
    }

    void stopAsking() {
        questions.forEach(each -> each.withdraw.run());
        questions.clear();
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    /** One question for a position. */
    static final class Question {
        /** Of the position; -1 for the present one. */
        final int number;

        Runnable withdraw = () -> {};

        Question(int number) {
            this.number = number;
        }
    }
}
