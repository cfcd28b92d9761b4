package org.voxelpopuli.p2play;

/** How a text looks where the terminal can show it: one of the eight colours that each user has chosen, or a weight. */
enum Style {
    STRONG("1"),
    FAINT("2"),
    GOOD("32"),
    BAD("31"),
    NOTE("33"),
    NAME("36");

    private final String number;

    Style(String number) {
        this.number = number;
    }

    /** The text between the control sequences (ECMA-48, SGR). */
    String apply(String text) {
        return "\u001b[" + number + "m" + text + "\u001b[0m";
    }
}
