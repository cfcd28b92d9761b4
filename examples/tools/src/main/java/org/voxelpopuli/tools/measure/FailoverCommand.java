package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.Machine;
import org.voxelpopuli.tools.durability.Cluster;
import org.voxelpopuli.tools.durability.FailoverMeasurement;
import org.voxelpopuli.tools.durability.FailoverMeasurement.Sample;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.tools.simulation.FailoverRow;
import org.voxelpopuli.tools.simulation.Measurements;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how long a chunk is without a server after its owner was killed. */
@Command(
        name = "failover",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Kills the owners of chunks with kill -9 while clients build there, and measures the time until another node keeps the next edit.",
            "Exit code 1 if a bound is missed: a median of 3 s, 6 s for 99 %%."
        })
final class FailoverCommand implements Callable<Integer> {
    private static final double MEDIAN_BOUND = 3_000;
    private static final double P99_BOUND = 6_000;
    private static final int CHUNKS_OF_A_NODE = 3;
    private static final Duration PAUSE = Duration.ofSeconds(3);
    private static final String FOOT = """

            lost: the client's connection is reset; located: from then until the directory has named another owner, which has found the old one dead,
            gathered what others have of the chunk, and published its claim; shown: until it shows the chunk; kept: until its first edit is on two disks.
            """;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--nodes",
            split = ",",
            defaultValue = "3,5,10,20",
            description = "Nodes of each network, 2..20. Default: ${DEFAULT-VALUE}.")
    private int[] nodes = {};

    @Option(
            names = "--kills",
            defaultValue = "20",
            description = "In each network, 1..1000. Default: ${DEFAULT-VALUE}.")
    private int kills;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Mixin
    private DrawnRun run = new DrawnRun();

    /** The shape of the JSON. */
    record Output(boolean holds, Machine machine, List<FailoverRow> networks, List<Sample> samples) {}

    @Override
    public Integer call() throws Exception {
        for (int each : nodes) {
            Ranges.require(spec, "--nodes", each, 2, 20);
        }
        Ranges.require(spec, "--kills", kills, 1, 1_000);
        Measurements measurements = run.measurements(spec);
        Machine machine = Machine.now();
        List<Sample> all = new ArrayList<>();
        List<FailoverRow> rows = new ArrayList<>();
        PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            print(out, head(machine));
        }
        for (int each : nodes) {
            List<Sample> samples = measure(each);
            FailoverRow row = row(each, samples);
            all.addAll(samples);
            rows.add(row);
            if (!json) {
                print(out, line(row));
            }
        }
        measurements.writeFailover(rows);
        boolean holds = rows.stream()
                .allMatch(row -> row.neverServed() == 0 && row.p50() <= MEDIAN_BOUND && row.p99() <= P99_BOUND);
        print(out, json ? JsonOutput.write(new Output(holds, machine, rows, all)) + "\n" : FOOT);
        return holds ? 0 : 1;
    }

    /** Each network is printed when it is measured: a run of many kills takes long, and may be ended before its last network. */
    private static void print(PrintWriter out, String text) {
        out.print(text);
        out.flush();
    }

    private List<Sample> measure(int count) throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        err.println(count + " nodes start ...");
        err.flush();
        Path folder = Folders.temporary("voxelpopuli-failover");
        List<Sample> samples;
        try (Cluster cluster = Cluster.onLoopback(Installation.find(), Cluster.JAVA_OPTIONS, count, folder)) {
            cluster.startAll();
            try (FailoverMeasurement measurement =
                            new FailoverMeasurement(cluster, CHUNKS_OF_A_NODE * count, run.seed());
                    Progress progress = new Progress(err, count + " nodes, kill", kills, "")) {
                int[] done = {0};
                samples = measurement.kill(kills, PAUSE, news -> progress.show(++done[0], news));
            }
        }
        Folders.delete(folder);
        return samples;
    }

    private static FailoverRow row(int nodes, List<Sample> samples) {
        List<Sample> served =
                samples.stream().filter(sample -> sample.kept() >= 0).toList();
        return new FailoverRow(
                nodes,
                served.size(),
                samples.size() - served.size(),
                percentile(served, Sample::kept, 50),
                percentile(served, Sample::kept, 99),
                percentile(served, Sample::lost, 50),
                percentile(served, sample -> sample.located() - sample.lost(), 50),
                percentile(served, sample -> sample.shown() - sample.located(), 50),
                percentile(served, sample -> sample.kept() - sample.shown(), 50),
                percentile(served, Sample::questions, 99));
    }

    private static double percentile(List<Sample> samples, ToDoubleFunction<Sample> value, int percent) {
        double[] sorted = samples.stream().mapToDouble(value).sorted().toArray();
        return sorted.length == 0 ? -1 : sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    private static String head(Machine machine) {
        StringBuilder head = new StringBuilder(String.format(
                Locale.ROOT,
                "From kill -9 of its owner until the next edit of a chunk is kept, in ms; %s%n%n",
                machine.text()));
        List.of("nodes", "chunks", "p50", "of 3 s", "p99", "of 6 s", "lost", "located", "shown", "kept", "never")
                .forEach(column -> head.append(String.format("%9s", column)));
        return head.append(System.lineSeparator()).toString();
    }

    private static String line(FailoverRow row) {
        return String.format(
                Locale.ROOT,
                "%9d%9d%9.0f%9.2f%9.0f%9.2f%9.0f%9.0f%9.0f%9.0f%9d%n",
                row.nodes(),
                row.chunks(),
                row.p50(),
                row.p50() / MEDIAN_BOUND,
                row.p99(),
                row.p99() / P99_BOUND,
                row.lostP50(),
                row.locatedP50(),
                row.shownP50(),
                row.keptP50(),
                row.neverServed());
    }
}
