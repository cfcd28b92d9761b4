package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.simulation.LayoutRow;
import org.voxelpopuli.tools.simulation.LayoutScenario;
import org.voxelpopuli.tools.simulation.Measurements;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws what the layouts of the routing table cost and give. */
@Command(
        name = "layouts",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Simulates networks of full nodes in virtual time, with each layout of the routing table (fixed, splitting, four-in-five), and draws how many"
                    + " contacts and buckets a node has, and what lookups and joining cost, as PNG and CSV. The same seed gives the same files."
        })
final class LayoutsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--max-nodes",
            defaultValue = "2000",
            paramLabel = "NODES",
            description = "The largest network, " + DrawnRun.NODES + ". Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Mixin
    private DrawnRun run = new DrawnRun();

    @Override
    public Integer call() {
        DrawnRun.requireNodes(spec, "--max-nodes", nodes);
        Measurements measurements = run.measurements(spec);
        List<LayoutRow> rows;
        try (Progress progress =
                new Progress(spec.commandLine().getErr(), "Layouts", LayoutScenario.steps(nodes), "")) {
            rows = new LayoutScenario(run.seed(), nodes, progress::show).run();
        }
        measurements.writeLayouts(rows);
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%-14s %8s %10s %8s %6s %10s %8s%n",
                "layout", "nodes", "contacts", "buckets", "hops", "messages", "join");
        for (LayoutRow row : rows) {
            out.printf(
                    Locale.ROOT,
                    "%-14s %8d %10.1f %8.1f %6.2f %10.1f %8.1f%n",
                    row.layout(),
                    row.nodes(),
                    row.contacts(),
                    row.buckets(),
                    row.hops(),
                    row.messages(),
                    row.findNodeCalls());
        }
        out.println("The files are in " + run.folder());
        out.flush();
        return 0;
    }
}
