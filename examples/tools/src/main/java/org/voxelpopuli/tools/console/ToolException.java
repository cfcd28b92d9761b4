package org.voxelpopuli.tools.console;

/** Something that the person at the keyboard can put right. The message says what and how; no stack trace is shown. */
public final class ToolException extends RuntimeException {
    public ToolException(String message) {
        super(message);
    }

    public ToolException(String message, Throwable cause) {
        super(message, cause);
    }
}
