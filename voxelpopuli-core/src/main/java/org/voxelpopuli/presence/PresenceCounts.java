package org.voxelpopuli.presence;

/**
 * Questions and answers of one avatar, or of several together, since the beginning.
 *
 * @param asked discovery Interests
 * @param answersSent to others' discovery Interests
 * @param answersUseful that told of somebody new
 * @param answersUseless that did not
 * @param positionsAsked questions where another is
 * @param positionsHeard of them that were answered
 * @param positionsMissed of them that were not
 * @param positionsSent answers to others' questions where it is; what caches answered is not among them
 */
public record PresenceCounts(
        long asked,
        long answersSent,
        long answersUseful,
        long answersUseless,
        long positionsAsked,
        long positionsHeard,
        long positionsMissed,
        long positionsSent) {
    static final PresenceCounts NONE = new PresenceCounts(0, 0, 0, 0, 0, 0, 0, 0);

    PresenceCounts plus(PresenceCounts other) {
        return new PresenceCounts(
                asked + other.asked,
                answersSent + other.answersSent,
                answersUseful + other.answersUseful,
                answersUseless + other.answersUseless,
                positionsAsked + other.positionsAsked,
                positionsHeard + other.positionsHeard,
                positionsMissed + other.positionsMissed,
                positionsSent + other.positionsSent);
    }
}
