package org.voxelpopuli.p2play;

/** How the process, or one command, ended. */
enum ExitCode {
    DONE(0),
    FAILED(1),
    USAGE(2),
    NOT_FOUND(3),
    NO_NETWORK(4),
    /** As shells have it after Ctrl-C. */
    CANCELLED(130);

    /** For people. */
    static final String ALL =
            "Exit codes: 0 done; 1 failed; 2 wrong usage, and nothing was done; 3 no node knows the song, or nothing"
                    + " matches; 4 no bootstrap node answers; 130 after Ctrl-C, 143 after SIGTERM.";

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
