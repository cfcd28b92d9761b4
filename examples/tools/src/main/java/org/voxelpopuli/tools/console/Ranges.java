package org.voxelpopuli.tools.console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks the numbers that options bring. */
public final class Ranges {
    private Ranges() {}

    /**
     * Refuses a number outside its range.
     *
     * @throws ParameterException that names the option, the value and what is allowed
     */
    public static void require(CommandSpec command, String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    command.commandLine(), option + " is " + value + ", allowed is " + least + ".." + most);
        }
    }
}
