package org.voxelpopuli.p2play;

import java.io.PrintWriter;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Where words go. Results go to {@code out}: laid out for people if that is a terminal, else in lines that programs read, with tabs between fields and without colours. All else goes to {@code err}.
 * Thread-safe.
 */
final class Console {
    private static final int USUAL_WIDTH = 80;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean people;
    private final boolean live;
    private final boolean colours;
    private final boolean unicode;
    private final IntSupplier width;
    private volatile Consumer<String> notices;

    private Console(
            PrintWriter out,
            PrintWriter err,
            boolean people,
            boolean live,
            boolean colours,
            boolean unicode,
            IntSupplier width) {
        this.out = out;
        this.err = err;
        this.people = people;
        this.live = live;
        this.colours = colours;
        this.unicode = unicode;
        this.width = width;
        this.notices = this::error;
    }

    /** The console of a script. */
    static Console ofScript(
            PrintWriter out,
            PrintWriter err,
            boolean outIsTerminal,
            boolean errIsTerminal,
            Map<String, String> environment,
            boolean unicode) {
        boolean colours = wantsColours(environment);
        return new Console(
                out,
                err,
                outIsTerminal,
                errIsTerminal && !isDumb(environment),
                outIsTerminal && errIsTerminal && colours,
                unicode,
                () -> USUAL_WIDTH);
    }

    /** The console of somebody at a terminal. */
    static Console ofTerminal(
            PrintWriter terminal, Map<String, String> environment, boolean unicode, IntSupplier width) {
        return new Console(terminal, terminal, true, !isDumb(environment), wantsColours(environment), unicode, width);
    }

    /** See https://no-color.org: set, and not empty. */
    private static boolean wantsColours(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty() && !isDumb(environment);
    }

    private static boolean isDumb(Map<String, String> environment) {
        return environment.getOrDefault("TERM", "dumb").equals("dumb");
    }

    /** Whether results are read by people. */
    boolean isForPeople() {
        return people;
    }

    /** Whether a line can be drawn over again. */
    boolean isLive() {
        return live;
    }

    /** Whether the characters of a bar can be shown. */
    boolean isUnicode() {
        return unicode;
    }

    /** Columns of a line; one is left free, since some terminals begin a new line behind the last. */
    int width() {
        int columns = width.getAsInt();
        return (columns < 20 ? USUAL_WIDTH : columns) - 1;
    }

    String styled(Style style, String text) {
        return colours && !text.isEmpty() ? style.apply(text) : text;
    }

    /** A line of a result. */
    void print(String line) {
        out.println(line);
        out.flush();
    }

    /** A result in the form that its reader needs. */
    void result(String forPeople, String forPrograms) {
        print(people ? forPeople : forPrograms);
    }

    /** A line for people beside the results; nothing if nobody is there. */
    void remark(String line) {
        if (people) {
            err.println(styled(Style.FAINT, line));
            err.flush();
        }
    }

    /** A line that has to be seen. */
    void error(String line) {
        err.println(line);
        err.flush();
    }

    /** Something that happened meanwhile. */
    void notice(String line) {
        notices.accept(line);
    }

    /** How notices are shown from now on. */
    void showNotices(Consumer<String> shown) {
        notices = shown;
    }

    /** What went wrong, and what to do. */
    void failure(ShellException failure) {
        error(styled(Style.BAD, failure.words()));
        if (!failure.next().isEmpty()) {
            error(failure.next());
        }
    }

    /** Draws a line over the one that was drawn last. */
    void draw(String line) {
        err.print("\r" + line + "\u001b[K");
        err.flush();
    }

    /** Removes what was drawn. */
    void erase() {
        err.print("\r\u001b[K");
        err.flush();
    }
}
