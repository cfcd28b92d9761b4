package org.voxelpopuli.p2play;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes commands apart, as POSIX shells do: words are separated by blanks, commands by {@code ;} or the end of a line. Within double quotes a backslash stands before {@code "} and {@code \}, within
 * single quotes all is meant literally, and elsewhere a backslash takes its meaning from the character behind it. {@code #} at the beginning of a word starts a comment. Pure.
 */
final class Script {
    private final String text;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private @Nullable StringBuilder word;
    private int at;
    private int begin;

    private Script(String text) {
        this.text = text;
    }

    /**
     * The commands of a text, each at least one word.
     *
     * @throws ShellException if a quote is not closed, or the text ends in a backslash
     */
    static List<List<String>> read(String text) {
        Script script = new Script(text);
        script.read();
        return script.commands;
    }

    /** Where the last command of a text begins, which may not be complete. */
    static int beginOfLast(String text) {
        Script script = new Script(text);
        try {
            script.read();
        } catch (ShellException e) {
            // It is being written.
        }
        return script.begin;
    }

    private void read() {
        for (at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == ';' || c == '\n' || c == '\r') {
                endCommand();
                begin = at + 1;
            } else if (Character.isWhitespace(c)) {
                endWord();
            } else if (c == '#' && word == null) {
                skipComment();
            } else if (c == '"' || c == '\'') {
                quoted(c);
            } else {
                word().append(c == '\\' ? escaped() : c);
            }
        }
        endCommand();
    }

    private StringBuilder word() {
        StringBuilder begun = word;
        if (begun == null) {
            begun = new StringBuilder();
            word = begun;
        }
        return begun;
    }

    private void endWord() {
        if (word != null) {
            words.add(word.toString());
            word = null;
        }
    }

    private void endCommand() {
        endWord();
        if (!words.isEmpty()) {
            commands.add(words);
            words = new ArrayList<>();
        }
    }

    private void skipComment() {
        int end = text.indexOf('\n', at);
        at = (end < 0 ? text.length() : end) - 1;
    }

    private char escaped() {
        at++;
        if (at >= text.length()) {
            throw ShellException.usage("the line ends in a backslash", "Write \\\\ for a backslash itself.");
        }
        return text.charAt(at);
    }

    private void quoted(char quote) {
        StringBuilder begun = word();
        int from = at;
        for (at++; at < text.length() && text.charAt(at) != quote; at++) {
            char c = text.charAt(at);
            boolean escapes = quote == '"' && c == '\\' && at + 1 < text.length();
            if (escapes && (text.charAt(at + 1) == '"' || text.charAt(at + 1) == '\\')) {
                at++;
            }
            begun.append(text.charAt(at));
        }
        if (at >= text.length()) {
            throw ShellException.usage(
                    "the quote " + quote + " at character " + (from + 1) + " is not closed",
                    "Close it, or write \\" + quote + " for the character itself.");
        }
    }
}
