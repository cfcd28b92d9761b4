package org.voxelpopuli.protocol;

/** Why bytes from outside were refused. */
public enum Rejection {
    /** Not well-formed in the dialect, or cut short. */
    MALFORMED,
    /** Longer or nested deeper than {@link Limits} allow. */
    TOO_LARGE,
    /** Well-formed, but a field is missing or has the wrong type. */
    WRONG_SHAPE,
    /** A message type that does not exist or does not come from this side. */
    UNKNOWN_TYPE,
    /** A number outside its range, or not finite. */
    OUT_OF_RANGE,
    /** A player name that SPEC V6.8 does not allow. */
    BAD_NAME
}
