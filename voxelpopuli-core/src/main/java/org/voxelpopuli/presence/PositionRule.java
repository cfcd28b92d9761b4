package org.voxelpopuli.presence;

/**
 * What follows from the answer to "where are you" (SPEC N7, section 4.2.3 of the thesis). The avatar's own answer decides, never what discovery said of it.
 */
enum PositionRule {
    //                                              answer                   last known              draws  keeps  moves
    MOVED_WITHIN_OCTANT(Answer.INSIDE, LastKnown.SAME, true, true, false),
    MOVED_TO_ANOTHER_OCTANT(Answer.INSIDE, LastKnown.OTHER, true, true, true),
    APPEARED(Answer.INSIDE, LastKnown.NONE, true, true, true),
    LEFT(Answer.OUTSIDE, LastKnown.OTHER, false, false, true),
    LEFT_WITH_ITS_OCTANT(Answer.OUTSIDE, LastKnown.SAME, false, false, true),
    IRRELEVANT(Answer.OUTSIDE, LastKnown.NONE, false, false, false),
    SILENT(Answer.TIMEOUT, LastKnown.SAME, true, true, false),
    SILENT_STRANGER(Answer.TIMEOUT, LastKnown.NONE, false, true, false),
    OFFLINE(Answer.TIMED_OUT_OFTEN, LastKnown.SAME, false, false, true),
    DOES_NOT_EXIST(Answer.TIMED_OUT_OFTEN, LastKnown.NONE, false, false, false);

    /** What came. */
    enum Answer {
        /** A position in an octant of mine. */
        INSIDE,
        /** A position elsewhere. */
        OUTSIDE,
        /** Nothing. */
        TIMEOUT,
        /** Nothing, as often in a row as is enough. */
        TIMED_OUT_OFTEN
    }

    /** The octant in which it was last heard to be, beside the one that the answer says; of no answer, the one that it was in is the same. */
    enum LastKnown {
        SAME,
        OTHER,
        NONE
    }

    private final Answer answer;
    private final LastKnown lastKnown;
    private final boolean draws;
    private final boolean keepsAsking;
    private final boolean changesSets;

    PositionRule(Answer answer, LastKnown lastKnown, boolean draws, boolean keepsAsking, boolean changesSets) {
        this.answer = answer;
        this.lastKnown = lastKnown;
        this.draws = draws;
        this.keepsAsking = keepsAsking;
        this.changesSets = changesSets;
    }

    /** The one rule for a case. */
    static PositionRule of(Answer answer, LastKnown lastKnown) {
        for (PositionRule rule : values()) {
            if (rule.answer == answer && rule.lastKnown == lastKnown) {
                return rule;
            }
        }
        throw new IllegalArgumentException("no rule for " + answer + " of one last known " + lastKnown);
    }

    /** Whether the avatar is drawn from now on. */
    boolean draws() {
        return draws;
    }

    /** Whether it is asked again. */
    boolean keepsAsking() {
        return keepsAsking;
    }

    /** Whether its name goes out of the set of one octant, or into that of another. */
    boolean changesSets() {
        return changesSets;
    }
}
