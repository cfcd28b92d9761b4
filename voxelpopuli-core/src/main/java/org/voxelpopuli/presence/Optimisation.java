package org.voxelpopuli.presence;

/** What makes presence cheaper or quicker, each of which can be left out to see what it does (SPEC N8 to N11, section 6.2 of the thesis). */
public enum Optimisation {
    /** Several octants of one parent in one Interest (N9). */
    MERGED_REQUESTS,

    /** Who knows a part answers too, later; the area of interest grows until enough neighbours are known (N10). */
    PROGRESSIVE,

    /** Octants that became interesting are asked for often, settled ones seldom (N11). */
    EVENT_DRIVEN,

    /** Who asks tells two bytes of each name that he knows, of a hundred at most, and not a digest of all; with {@link NameDigest#SUM_64} only. */
    LISTED_NAMES,

    /** The next position is asked for by its number and awaited, instead of the present one again and again (N8). */
    SEQUENCED_POSITIONS
}
