package org.voxelpopuli.tools.world;

import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Groups what is done with a stored world. */
@Command(
        name = "world",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Exports and imports parts of a stored world.",
        synopsisSubcommandLabel = "WHAT",
        subcommands = {ExportCommand.class, ImportCommand.class})
public final class WorldCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return 2;
    }
}
