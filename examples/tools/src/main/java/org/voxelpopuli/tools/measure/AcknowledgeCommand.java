package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.Machine;
import org.voxelpopuli.tools.durability.AcknowledgeMeasurement;
import org.voxelpopuli.tools.durability.Cluster;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.tools.simulation.AcknowledgeRow;
import org.voxelpopuli.tools.simulation.Measurements;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how long an edit is under way until it is kept, beside a node that has nobody to keep copies. */
@Command(
        name = "acknowledge",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Measures the time from sending an edit until its author hears that it is kept, at nodes that keep copies for each other and at a node alone.",
            "Exit code 1 if a bound is missed: a median of 40 ms, 90 ms for 99 %%."
        })
final class AcknowledgeCommand implements Callable<Integer> {
    private static final double MEDIAN_BOUND = 40;
    private static final double P99_BOUND = 90;
    private static final double[] DRAWN = {2, 4, 10, 20, 50, 100, 200, 500, 1_000};

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--nodes", defaultValue = "3", description = "Nodes, 2..20. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--clients",
            defaultValue = "5",
            description = "Clients, each with its share of the chunks, 1..100. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(names = "--chunks", defaultValue = "50", description = "Chunks, 1..500. Default: ${DEFAULT-VALUE}.")
    private int chunks;

    @Option(
            names = "--rate",
            defaultValue = "1000",
            description = "Edits in a second, 1..100000. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--warm-up",
            defaultValue = "20s",
            description = "Time for the compilers before anything is measured. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "30s",
            description = "Time that is measured. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Mixin
    private DrawnRun run = new DrawnRun();

    /**
     * What a network showed; times in milliseconds.
     *
     * @param edits that were kept
     * @param failed edits that were not
     * @param ratioP50 to the median bound
     * @param ratioP99 to the bound of 99 %
     */
    record Line(
            String name,
            long edits,
            long failed,
            double p50,
            double p90,
            double p99,
            double p999,
            double max,
            double ratioP50,
            double ratioP99) {
        static Line of(String name, AcknowledgeMeasurement.Result result) {
            Histogram nanos = result.nanos();
            double p50 = millis(nanos, 50);
            double p99 = millis(nanos, 99);
            return new Line(
                    name,
                    nanos.getTotalCount(),
                    result.failed(),
                    p50,
                    millis(nanos, 90),
                    p99,
                    millis(nanos, 99.9),
                    nanos.getMaxValue() / 1e6,
                    p50 / MEDIAN_BOUND,
                    p99 / P99_BOUND);
        }
    }

    /** The shape of the JSON. */
    record Output(boolean holds, Machine machine, int rate, int chunks, Line replicated, Line alone) {}

    private static double millis(Histogram nanos, double percent) {
        return nanos.getValueAtPercentile(percent) / 1e6;
    }

    @Override
    public Integer call() throws Exception {
        Ranges.require(spec, "--nodes", nodes, 2, 20);
        Ranges.require(spec, "--clients", clients, 1, 100);
        Ranges.require(spec, "--chunks", chunks, 1, 500);
        Ranges.require(spec, "--rate", rate, 1, 100_000);
        Measurements measurements = run.measurements(spec);
        Machine machine = Machine.now();
        AcknowledgeMeasurement.Result alone = measure(1);
        AcknowledgeMeasurement.Result replicated = measure(nodes);
        List<AcknowledgeRow> rows = new ArrayList<>();
        for (double oneIn : DRAWN) {
            double percent = 100 - 100 / oneIn;
            rows.add(new AcknowledgeRow(oneIn, millis(replicated.nanos(), percent), millis(alone.nanos(), percent)));
        }
        measurements.writeAcknowledge(rows);
        Line line = Line.of(nodes + " nodes", replicated);
        boolean holds = line.failed() == 0 && line.ratioP50() <= 1 && line.ratioP99() <= 1;
        Output output = new Output(holds, machine, rate, chunks, line, Line.of("one node alone", alone));
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? JsonOutput.write(output) + "\n" : table(output));
        out.flush();
        return holds ? 0 : 1;
    }

    private AcknowledgeMeasurement.Result measure(int count) throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        err.println(count + (count == 1 ? " node" : " nodes") + ", for " + (warmUp.toSeconds() + duration.toSeconds())
                + " s ...");
        err.flush();
        Path folder = Folders.temporary("voxelpopuli-acknowledge");
        AcknowledgeMeasurement.Result result;
        try (Cluster cluster = Cluster.onLoopback(Installation.find(), List.of("-Xmx256m"), count, folder)) {
            cluster.startAll();
            result = new AcknowledgeMeasurement(clients, chunks, rate, warmUp, duration, run.seed()).measure(cluster);
        }
        Folders.delete(folder);
        return result;
    }

    private static String table(Output output) {
        StringBuilder table = new StringBuilder();
        table.append(String.format(
                Locale.ROOT,
                "From sending an edit until it is kept, in ms; %d edits/s over %d chunks; %s%n%n",
                output.rate(),
                output.chunks(),
                output.machine().text()));
        table.append(String.format(
                "%-16s%8s%8s%8s%10s%8s%10s%8s%8s%8s%n",
                "", "edits", "failed", "p50", "of 40 ms", "p90", "p99", "of 90", "p99.9", "max"));
        for (Line line : List.of(output.replicated(), output.alone())) {
            table.append(String.format(
                    Locale.ROOT,
                    "%-16s%8d%8d%8.1f%10.2f%8.1f%10.1f%8.2f%8.1f%8.1f%n",
                    line.name(),
                    line.edits(),
                    line.failed(),
                    line.p50(),
                    line.ratioP50(),
                    line.p90(),
                    line.p99(),
                    line.ratioP99(),
                    line.p999(),
                    line.max()));
        }
        return table.toString();
    }
}
