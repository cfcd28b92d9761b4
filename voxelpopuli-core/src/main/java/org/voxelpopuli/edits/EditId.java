package org.voxelpopuli.edits;

/**
 * Names one change that a client asked for, so that it is applied once however often it is sent (DESIGN D3).
 *
 * @param session random bits that a client draws once, before its first edit
 * @param number 1 for the first edit of that session in this chunk, one more for each that follows
 */
public record EditId(long session, int number) {
    /** @throws IllegalArgumentException if the number is below 1 */
    public EditId {
        if (number < 1) {
            throw new IllegalArgumentException("edit number is " + number + ", allowed is 1 or more");
        }
    }
}
