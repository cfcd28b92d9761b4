package org.voxelpopuli.tools.measure;

import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Groups the measurements. */
@Command(
        name = "measure",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Measures nodes.",
        synopsisSubcommandLabel = "WHAT",
        subcommands = {
            FootprintCommand.class,
            MapCommand.class,
            DhtCommand.class,
            StoreCommand.class,
            FilesCommand.class,
            RpcCommand.class,
            RpcServerCommand.class,
            FloodCommand.class,
            FloodInsideCommand.class,
            SimulationCommand.class,
            ChurnCommand.class,
            LayoutsCommand.class,
            SharingCommand.class,
            JudgeCommand.class,
            AcknowledgeCommand.class,
            FailoverCommand.class,
            TangiblesCommand.class,
            PresenceCommand.class
        })
public final class MeasureCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return 2;
    }
}
