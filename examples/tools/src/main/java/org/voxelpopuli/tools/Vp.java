package org.voxelpopuli.tools;

import java.util.concurrent.Callable;
import org.voxelpopuli.tools.bot.BotCommand;
import org.voxelpopuli.tools.console.CommandLines;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.measure.MeasureCommand;
import org.voxelpopuli.tools.play.PlayCommand;
import org.voxelpopuli.tools.world.WorldCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line behind {@code ./vp}. */
@Command(
        name = "./vp",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "A voxel world that nobody owns: run it, walk in it, measure it.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PlayCommand.class,
            NodeCommand.class,
            P2PlayCommand.class,
            BotCommand.class,
            MeasureCommand.class,
            WorldCommand.class
        },
        footer = {
            "",
            "./vp COMMAND --help tells more of a command. Exit codes: 0 done, 1 failed or a bound missed, 2 wrong usage;"
                    + " 130 after Ctrl-C, 143 after SIGTERM."
        })
public final class Vp implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Vp() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return CommandLines.of(new Vp());
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return 2;
    }
}
