package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.simulation.ChurnRow;
import org.voxelpopuli.tools.simulation.ChurnScenario;
import org.voxelpopuli.tools.simulation.Measurements;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws how many gets find the newest version in a network whose nodes come and go. */
@Command(
        name = "churn",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Simulates a network of full nodes in virtual time, whose nodes live an hour on average and are replaced by newcomers, with 1 %% loss. Some store"
                    + " ever newer texts, others look for them. Draws how many find the newest, as PNG and CSV. The same seed gives the same files."
        })
final class ChurnCommand implements Callable<Integer> {
    private static final int MOST_HOURS = 240;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--nodes",
            defaultValue = "1000",
            description = "Nodes at any time, " + DrawnRun.NODES + ". Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--hours",
            defaultValue = "24",
            description = "Virtual time, 1.." + MOST_HOURS + ". Default: ${DEFAULT-VALUE}.")
    private int hours;

    @Mixin
    private DrawnRun run = new DrawnRun();

    @Override
    public Integer call() {
        DrawnRun.requireNodes(spec, "--nodes", nodes);
        Ranges.require(spec, "--hours", hours, 1, MOST_HOURS);
        Measurements measurements = run.measurements(spec);
        PrintWriter err = spec.commandLine().getErr();
        List<ChurnRow> rows;
        try (Progress progress = new Progress(err, "Churn", ChurnScenario.steps(nodes, hours), "")) {
            rows = new ChurnScenario(run.seed(), nodes, hours, progress::show).run();
        }
        measurements.writeChurn(rows);
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "%.3f %% of %d gets found the newest version%nThe files are in %s%n",
                100 - rows.get(rows.size() - 1).notNewestPercent(),
                rows.stream().mapToInt(ChurnRow::gets).sum(),
                run.folder());
        out.flush();
        return 0;
    }
}
