package org.voxelpopuli.p2play;

import java.util.List;

/**
 * Something that the shell can do.
 *
 * @param name the word that it is called by
 * @param arguments in the form of a synopsis; may be empty
 * @param least words that it needs behind its name
 * @param most words that it takes
 * @param summary a line
 * @param details lines beyond that; may be empty
 * @param action does it, or throws {@link ShellException}
 */
record Command(
        String name, String arguments, int least, int most, String summary, List<String> details, Action action) {
    /** What a command does with its arguments. */
    interface Action {
        void run(List<String> arguments);
    }

    Command {
        details = List.copyOf(details);
    }

    String synopsis() {
        return arguments.isEmpty() ? name : name + " " + arguments;
    }

    /** @throws ShellException if there are too few or too many */
    void check(List<String> words) {
        if (words.size() < least || words.size() > most) {
            throw ShellException.usage(
                    "this is not how " + name + " is written: it got " + Units.count(words.size(), "word"),
                    "Write: " + synopsis()
                            + (arguments.contains("\"") ? "   A name with blanks stands in quotes." : ""));
        }
    }
}
