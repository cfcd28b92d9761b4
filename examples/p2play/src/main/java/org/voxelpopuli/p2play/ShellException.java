package org.voxelpopuli.p2play;

/** A command did not succeed, in a user's words: what happened, and what to do next. */
final class ShellException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode code;
    private final String next;

    /** @param next what the user can do; may be empty */
    ShellException(ExitCode code, String message, String next) {
        super(message);
        this.code = code;
        this.next = next;
    }

    static ShellException usage(String message, String next) {
        return new ShellException(ExitCode.USAGE, message, next);
    }

    ExitCode code() {
        return code;
    }

    String next() {
        return next;
    }

    String words() {
        return String.valueOf(getMessage());
    }
}
