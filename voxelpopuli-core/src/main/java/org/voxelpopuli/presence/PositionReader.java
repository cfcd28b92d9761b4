package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * Asks one avatar again and again where it is, as often as it moves while it is near and else only in time to see it come (SPEC N7, N8). Of the presence's worker.
 */
final class PositionReader {
    /** After so many answers in a row that were too old a name is asked for that no cache can have. */
    private static final int MAX_STALE = 2;

    /** A question may go through whoever spoke of the avatar, and no farther. */
    static final int MAX_HOPS = 2;

    /** So many times as long as an answer is fresh nothing newer has to come before an older clock is believed: an answer comes through two caches at most. */
    private static final int PATIENCE = 3;

    /** After so long a number says nothing any more: at 25 moves a second numbers go round in 41 s. */
    private static final Duration NUMBERS_HOLD = Duration.ofSeconds(15);

    private final AvatarName name;
    private final Ground ground;
    private final Listener listener;

    private final OtherClock otherClock = new OtherClock();
    private final Speed speed = new Speed();

    private @Nullable PositionRecord last;
    private long heardAtNanos;

    /** Whether it has answered this reader. */
    private boolean answered;

    private long askedAtNanos;

    /** Questions in a row that were not answered. */
    private int timeouts;

    /** Answers in a row that were too old. */
    private int stale;

    /** The questions that wait. */
    private final List<Question> questions = new ArrayList<>(2);

    /** Whether we hear of all of its moves, so that it may be asked for two of them ahead. */
    private boolean keepsUp;

    private Worker.@Nullable Timer timer;
    private boolean closed;

    /**
     * What all readers of one of our avatars have in common.
     *
     * @param area in which they are
     * @param face on which questions are asked
     * @param counts of the questions
     */
    record Ground(
            AreaOfInterest area,
            PresenceSettings settings,
            NodeClock clock,
            Worker worker,
            LocalFace face,
            Counts counts) {}

    /** Questions for positions. */
    static final class Counts {
        long asked;
        long heard;
        long missed;
    }

    /** Is given what the avatar tells. It may close the reader. */
    interface Listener {
        /** It is there, and that is newer than what it told before. */
        void heard(PositionRecord record);

        /**
         * A question was not answered.
         *
         * @param timeouts so many in a row were not
         */
        void silent(int timeouts);
    }

    /** One question. */
    private static final class Question {
        /** Of the position; -1 for the present one. */
        private final int number;

        private Runnable withdraw = () -> {};

        Question(int number) {
            this.number = number;
        }
    }

    PositionReader(AvatarName name, Ground ground, Listener listener) {
        this.name = name;
        this.ground = ground;
        this.listener = listener;
    }

    /** What the avatar told before; what is older is not believed, so that no cache is asked, which may have the same. */
    void remember(PositionRecord record, long atNanos) {
        last = record;
        heardAtNanos = atNanos;
        stale = MAX_STALE;
    }

    /** Questions in a row that were not answered. */
    int timeouts() {
        return timeouts;
    }

    /** What it last told. */
    @Nullable
    PositionRecord last() {
        return last;
    }

    /** When that came. */
    long heardAtNanos() {
        return heardAtNanos;
    }

    void begin() {
        ask();
    }

    /** It can be asked now, after what was asked before had nowhere to go. */
    void wayFound() {
        if (!answered && askedAtNanos != 0) {
            stopAsking();
            ask();
        }
    }

    void close() {
        closed = true;
        stopAsking();
    }

    private void stopAsking() {
        questions.forEach(each -> each.withdraw.run());
        questions.clear();
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void ask() {
        if (closed) {
            return;
        }
        ground.counts.asked++;
        timer = null;
        long now = ground.clock.nanos();
        int number = numberToAsk();
        // Who answers late is asked sooner, so that the questions wait for the moves and not the moves for the
        // questions.
        askedAtNanos = number >= 0 && keepsUp ? Math.max(askedAtNanos + interval(), now - interval()) : now;
        Name position = name.path().append("position");
        // The present position comes at once, with the key and the address of the host: so it is after silence, too.
        Interest.Builder interest = number >= 0
                ? Interest.builder(PositionRecord.named(position, number))
                : Interest.builder(stale < MAX_STALE ? position : PositionRecord.unheardOf(position, ground.clock))
                        .hopLimit(MAX_HOPS);
        Question question = new Question(number);
        questions.add(question);
        question.withdraw = ground.face.expressInterest(
                interest.mustBeFresh().lifetime(times().positionTimeout()).build(),
                (data, from) -> answered(question, data),
                () -> silent(question));
    }

    private PresenceTimes times() {
        return ground.settings.times();
    }

    /** The number behind the last that was heard or asked for; -1 where the present position is to be asked for. */
    private int numberToAsk() {
        if (last == null
                || !answered
                || timeouts > 0
                || !ground.settings.uses(Optimisation.SEQUENCED_POSITIONS)
                || ground.clock.nanos() - heardAtNanos > NUMBERS_HOLD.toNanos()) {
            return -1;
        }
        int number = last.sequence();
        for (Question each : questions) {
            if (each.number >= 0 && PositionRecord.ahead(each.number, number) > 0) {
                number = each.number;
            }
        }
        return PositionRecord.next(number);
    }

    /** Nanoseconds between two questions. */
    private long interval() {
        Duration often = ground.settings.uses(Optimisation.SEQUENCED_POSITIONS)
                ? times().updateInterval()
                : times().positionInterval();
        if (last == null || ground.area.isNear(name, last.position())) {
            return often.toNanos();
        }
        return Math.max(
                often.toNanos(),
                ground.area.farInterval(name, last.position(), speed).toNanos());
    }

    /**
     * Asks in time, one or two questions at once: with one an answer takes as long as the way there and back, and where that is as long as the time between two moves each question comes too late by the same part
     * of it for ever.
     */
    private void askOn() {
        while (!closed && timer == null) {
            int most = keepsUp && numberToAsk() >= 0 ? 2 : 1;
            if (questions.size() >= most) {
                return;
            }
            long wait = askedAtNanos + interval() - ground.clock.nanos();
            if (wait <= 0) {
                ask();
            } else {
                timer = ground.worker.schedule(Duration.ofNanos(wait), () -> {
                    ask();
                    askOn();
                });
            }
        }
    }

    private void answered(Question question, Data data) {
        PositionRecord record;
        try {
            record = PositionRecord.decode(data.name(), data.content());
        } catch (IllegalArgumentException e) {
            silent(question);
            return;
        }
        questions.remove(question);
        if (isNews(record)) {
            heard(record);
        } else if (ground.clock.nanos() - heardAtNanos > fresh().toNanos()) {
            // A cache on the way keeps what it should not: that is as good as no answer.
            stale++;
            miss();
            askLater();
            return;
        }
        askOn();
    }

    private boolean isNews(PositionRecord record) {
        if (last == null || record.isNewerThan(last)) {
            otherClock.forget();
            return true;
        }
        return otherClock.believes(
                record, ground.clock.nanos(), times().positionFreshness().multipliedBy(PATIENCE));
    }

    private void heard(PositionRecord record) {
        ground.counts.heard++;
        answered = true;
        timeouts = 0;
        stale = 0;
        PositionRecord before = last;
        last = record;
        heardAtNanos = ground.clock.nanos();
        speed.told(record.position(), record.wallMillis());
        boolean keptUp = keepsUp;
        keepsUp = before != null && keepsUp(before, record);
        if (keepsUp && !keptUp) {
            askedAtNanos -= interval();
        }
        listener.heard(record);
    }

    /** Whether it moves about as often as it is asked, so that most of its positions are heard. */
    private boolean keepsUp(PositionRecord before, PositionRecord now) {
        int step = PositionRecord.ahead(now.sequence(), before.sequence());
        return step >= 1
                && step <= 2
                && now.wallMillis() - before.wallMillis()
                        <= 2 * times().updateInterval().toMillis();
    }

    /** An answer may be repeated for so long. */
    private Duration fresh() {
        return times().positionFreshness().plus(times().positionTimeout());
    }

    private void silent(Question question) {
        questions.remove(question);
        miss();
        ask();
    }

    private void miss() {
        stopAsking();
        keepsUp = false;
        ground.counts.missed++;
        timeouts++;
        listener.silent(timeouts);
    }

    private void askLater() {
        if (!closed) {
            long wait = askedAtNanos + times().positionTimeout().toNanos() - ground.clock.nanos();
            if (wait <= 0) {
                ask();
            } else {
                timer = ground.worker.schedule(Duration.ofNanos(wait), this::ask);
            }
        }
    }
}
