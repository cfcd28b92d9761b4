package org.voxelpopuli.tools.console;

/** Numbers of things, for people. */
public final class Count {
    private Count() {}

    /** Such as "1 chunk" and "2 chunks". */
    public static String of(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
