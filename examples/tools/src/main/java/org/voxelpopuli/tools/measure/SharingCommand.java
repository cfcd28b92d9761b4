package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.Machine;
import org.voxelpopuli.tools.sharing.SharingKind;
import org.voxelpopuli.tools.sharing.SharingMeasurement;
import org.voxelpopuli.tools.sharing.SharingNetwork;
import org.voxelpopuli.tools.sharing.SimulatedSharing;
import org.voxelpopuli.tools.sharing.SocketSharing;
import org.voxelpopuli.tools.simulation.Measurements;
import org.voxelpopuli.tools.simulation.SharingRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Draws what sharing files costs, beside what P2Play's document tells of it. */
@Command(
        name = "p2play",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Measures networks whose nodes share files, as P2Play's document did: how long joining, uploading and downloading take, and how many calls"
                    + " each makes, by the number of nodes; and downloading after a share of the nodes has died, and with them of the providers and of the"
                    + " holders of kad-files. Draws it beside what the document tells, as PNG and CSV.",
            "In two parts: SOCKETS, all nodes in this process, on loopback; SIMULATOR, in virtual time, where the same seed gives the same files."
        })
final class SharingCommand implements Callable<Integer> {
    private static final int LEAST_NODES = 10;
    private static final int MOST_ON_SOCKETS = 1_000;
    private static final List<Integer> ON_SOCKETS = List.of(10, 20, 50, 70, 100, 200, 350, 450, 500);
    private static final List<Integer> SIMULATED =
            List.of(10, 20, 50, 70, 100, 200, 350, 450, 500, 1_000, 2_000, 5_000, 10_000);
    /** Of ten nodes seven are alive when 30 % have died, and one of them must be left that has not got the file. */
    private static final int MOST_PROVIDERS = 5;

    /** Where it is measured. */
    enum Part {
        SOCKETS,
        SIMULATOR
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--part",
            split = ",",
            defaultValue = "SOCKETS,SIMULATOR",
            description = "${COMPLETION-CANDIDATES}, or both. Default: ${DEFAULT-VALUE}.")
    private List<Part> parts = new ArrayList<>();

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "N",
            description =
                    "Nodes of each network, " + LEAST_NODES + ".." + DrawnRun.MOST_NODES + ", on sockets to "
                            + MOST_ON_SOCKETS
                            + ". Default: nine numbers from 10 to 500 on sockets, and those and 1000, 2000, 5000 and 10000 in the simulator.")
    private List<Integer> nodes = new ArrayList<>();

    @Option(
            names = "--layout",
            split = ",",
            converter = LayoutConverter.class,
            defaultValue = "fixed,four-in-five",
            description =
                    "Layouts of the routing tables, each with networks of its own: fixed, which is the default of a node, splitting,"
                            + " and four-in-five, the document's. Default: ${DEFAULT-VALUE}.")
    private List<TableLayout> layouts = new ArrayList<>();

    @Option(
            names = "--k",
            defaultValue = "20",
            description = "Size of a bucket, and nodes that keep a kad-file, 1..64. Default: ${DEFAULT-VALUE}.")
    private int k;

    @Option(
            names = "--files",
            defaultValue = "100",
            description = "Files uploaded in each network, 1..1000. Default: ${DEFAULT-VALUE}.")
    private int files;

    @Option(names = "--size", defaultValue = "100", description = "KiB of a file, 1..10240. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(
            names = "--providers",
            defaultValue = "3",
            description = "Providers of each file, 1.." + MOST_PROVIDERS
                    + ": one has uploaded it, the others have downloaded it. Default: ${DEFAULT-VALUE}.")
    private int providers;

    @Option(
            names = "--dead",
            defaultValue = "0.3",
            paramLabel = "SHARE",
            description = "Share of the nodes that dies at once, 0..0.4. Default: ${DEFAULT-VALUE}.")
    private double dead;

    @Option(
            names = "--runs",
            defaultValue = "1",
            description =
                    "Of so many runs on sockets, 1..9, the one with the median time counts, for each size and operation. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--warm-up",
            defaultValue = "15s",
            description = "On sockets, time for the compiler before anything is measured. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--rest",
            defaultValue = "18s",
            description =
                    "On sockets, time between the joins and the first upload, in which the nodes look up their own ids again. Default:"
                            + " ${DEFAULT-VALUE}.")
    private Duration rest = Duration.ZERO;

    @Mixin
    private DrawnRun run = new DrawnRun();

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    /**
     * The shape of the JSON.
     *
     * @param sockets in milliseconds; none if they were not measured
     * @param simulator in virtual milliseconds
     */
    record Output(
            int k,
            int files,
            int fileKibibytes,
            int providers,
            double dead,
            long seed,
            int runs,
            Machine machine,
            List<SharingRow> sockets,
            List<SharingRow> simulator) {}

    @Override
    public Integer call() {
        require();
        Measurements measurements = run.measurements(spec);
        Machine machine = Machine.now();
        List<SharingRow> sockets = List.of();
        List<SharingRow> simulator = List.of();
        if (parts.contains(Part.SOCKETS)) {
            sockets = onSockets();
            measurements.writeSharing("p2play-sockets", "ms", ", on sockets", sockets);
        }
        if (parts.contains(Part.SIMULATOR)) {
            simulator = simulated();
            measurements.writeSharing(
                    "p2play-simulator", "virtual ms (a packet takes 5 to 60)", ", simulated", simulator);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonOutput.write(
                    new Output(k, files, size, providers, dead, run.seed(), runs, machine, sockets, simulator)));
        } else {
            out.printf(
                    Locale.ROOT,
                    "k = %d, %d files of %d KiB in each network, %d providers of each, seed %d; %s%n",
                    k,
                    files,
                    size,
                    providers,
                    run.seed(),
                    machine.text());
            print(out, "On sockets, ms", sockets);
            print(out, "In the simulator, virtual ms", simulator);
            out.println("The files are in " + run.folder());
        }
        out.flush();
        return 0;
    }

    private void require() {
        nodes.forEach(count -> Ranges.require(spec, "--nodes", count, LEAST_NODES, DrawnRun.MOST_NODES));
        Ranges.require(spec, "--k", k, 1, 64);
        Ranges.require(spec, "--files", files, 1, 1_000);
        Ranges.require(spec, "--size", size, 1, 10_240);
        Ranges.require(spec, "--providers", providers, 1, MOST_PROVIDERS);
        if (!(dead >= 0 && dead <= 0.4)) {
            throw new ParameterException(spec.commandLine(), "--dead is " + dead + ", allowed is 0..0.4");
        }
        Ranges.require(spec, "--runs", runs, 1, 9);
        Ranges.require(spec, "--warm-up in seconds", warmUp.toSeconds(), 0, 600);
        Ranges.require(spec, "--rest in seconds", rest.toSeconds(), 0, 600);
    }

    private List<Integer> sizes(List<Integer> usual, int most) {
        return (nodes.isEmpty() ? usual : nodes)
                .stream().filter(count -> count <= most).sorted().distinct().toList();
    }

    private SharingKind kind(TableLayout layout) {
        return new SharingKind(layout, k, size << 10);
    }

    private List<SharingRow> onSockets() {
        Function<SharingKind, SharingNetwork> network = kind -> new SocketSharing(kind, run.seed(), rest);
        warmUp();
        List<Integer> sizes = sizes(ON_SOCKETS, MOST_ON_SOCKETS);
        List<SharingRow> all = new ArrayList<>();
        for (int number = 1; number <= runs; number++) {
            all.addAll(measure("Sockets, run " + number + " of " + runs, sizes, network));
        }
        Map<String, List<SharingRow>> alike = new LinkedHashMap<>();
        for (SharingRow row : all) {
            alike.computeIfAbsent(row.nodes() + " " + row.layout() + " " + row.operation(), key -> new ArrayList<>())
                    .add(row);
        }
        return alike.values().stream().map(SharingCommand::median).toList();
    }

    private static SharingRow median(List<SharingRow> rows) {
        return rows.stream()
                .sorted(Comparator.comparingDouble(SharingRow::millisP50))
                .toList()
                .get(rows.size() / 2);
    }

    private void warmUp() {
        long end = System.nanoTime() + warmUp.toNanos();
        try (Progress progress = new Progress(spec.commandLine().getErr(), "Warm-up", warmUp)) {
            while (System.nanoTime() - end < 0) {
                SharingKind kind = kind(layouts.get(0));
                try (SharingNetwork network = new SocketSharing(kind, run.seed(), Duration.ZERO)) {
                    var unused = new SharingMeasurement(kind, files, providers, 0, run.seed(), (steps, news) -> {})
                            .measure(network, 50);
                }
                progress.show(warmUp.minusNanos(Math.max(0, end - System.nanoTime())), "");
            }
        }
    }

    private List<SharingRow> simulated() {
        return measure(
                "Simulator", sizes(SIMULATED, DrawnRun.MOST_NODES), kind -> new SimulatedSharing(kind, run.seed()));
    }

    private List<SharingRow> measure(
            String task, List<Integer> sizes, Function<SharingKind, SharingNetwork> newNetwork) {
        long steps = layouts.size()
                * sizes.stream()
                        .mapToLong(count -> SharingMeasurement.steps(count, files, providers))
                        .sum();
        List<SharingRow> rows = new ArrayList<>();
        try (Progress progress = new Progress(spec.commandLine().getErr(), task, steps, "")) {
            long[] done = {0};
            for (int count : sizes) {
                for (TableLayout layout : layouts) {
                    SharingKind kind = kind(layout);
                    SharingMeasurement measurement = new SharingMeasurement(
                            kind,
                            files,
                            providers,
                            dead,
                            run.seed(),
                            (step, news) -> progress.show(done[0] + step, news));
                    try (SharingNetwork network = newNetwork.apply(kind)) {
                        rows.addAll(measurement.measure(network, count));
                    }
                    done[0] += SharingMeasurement.steps(count, files, providers);
                }
            }
        }
        return rows;
    }

    private static void print(PrintWriter out, String title, List<SharingRow> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.printf("%n%s%n", title);
        out.printf(
                "%6s %-13s %-22s %6s %6s %9s %9s %9s %9s %10s %7s%n",
                "nodes",
                "layout",
                "operation",
                "tried",
                "done",
                "p50",
                "p90",
                "p99",
                "FIND_NODE",
                "FIND_VALUE",
                "STORE");
        for (SharingRow row : rows) {
            out.printf(
                    Locale.ROOT,
                    "%6d %-13s %-22s %6d %6d %9.2f %9.2f %9.2f %9.1f %10.1f %7.1f%n",
                    row.nodes(),
                    row.layout(),
                    row.operation(),
                    row.operations(),
                    row.done(),
                    row.millisP50(),
                    row.millisP90(),
                    row.millisP99(),
                    row.findNode(),
                    row.findValue(),
                    row.store());
        }
    }
}
