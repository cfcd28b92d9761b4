package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.simulation.Cost;
import org.voxelpopuli.tools.simulation.DeathScenario;
import org.voxelpopuli.tools.simulation.EclipseScenario;
import org.voxelpopuli.tools.simulation.GrowthScenario;
import org.voxelpopuli.tools.simulation.LiarScenario;
import org.voxelpopuli.tools.simulation.Measurements;
import org.voxelpopuli.tools.simulation.RestScenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws what lookups, joining and rest cost in simulated networks. */
@Command(
        name = "simulation",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Simulates networks of full nodes in virtual time and draws what lookups, joining and rest cost, by size and by the share of"
                    + " silently dead nodes and of liars, and how far an eclipse comes, as PNG and CSV. The same seed gives the same files."
        })
final class SimulationCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--max-nodes",
            defaultValue = "" + DrawnRun.MOST_NODES,
            paramLabel = "NODES",
            description = "The largest network, " + DrawnRun.NODES + ". Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Mixin
    private DrawnRun run = new DrawnRun();

    @Override
    public Integer call() {
        DrawnRun.requireNodes(spec, "--max-nodes", nodes);
        Measurements measurements = run.measurements(spec);
        grow(measurements);
        try (Progress progress = progress("Sudden deaths", DeathScenario.steps(nodes))) {
            measurements.writeDeaths(new DeathScenario(run.seed(), nodes, progress::show).run());
        }
        try (Progress progress = progress("Liars", LiarScenario.steps(nodes))) {
            measurements.writeLiars(new LiarScenario(run.seed(), nodes, progress::show).run());
        }
        try (Progress progress = progress("Eclipse", EclipseScenario.steps(nodes))) {
            measurements.writeEclipse(new EclipseScenario(run.seed(), nodes, progress::show).run());
        }
        try (Progress progress = progress("Rest", RestScenario.steps(nodes))) {
            measurements.writeRest(new RestScenario(run.seed(), nodes, progress::show).run());
        }
        say("The files are in " + run.folder());
        return 0;
    }

    private void grow(Measurements measurements) {
        try (Progress progress = progress("Growth", GrowthScenario.steps(nodes))) {
            GrowthScenario growth = new GrowthScenario(run.seed(), nodes, progress::show);
            Cost cost = growth.run();
            measurements.writeLookups(growth.lookupRows());
            measurements.writeJoins(growth.joinRows());
            say("%d nodes joined in %.1f s, %d lookups took %.1f s, a node takes %d KB of heap"
                    .formatted(
                            cost.nodes(),
                            cost.joinSeconds(),
                            cost.lookups(),
                            cost.lookupSeconds(),
                            cost.heapBytesPerNode() / 1_000));
        }
    }

    private void say(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(text);
        out.flush();
    }

    private Progress progress(String task, long steps) {
        return new Progress(spec.commandLine().getErr(), task, steps, "");
    }
}
