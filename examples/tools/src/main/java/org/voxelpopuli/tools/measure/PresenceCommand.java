package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tools.console.HostPort;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.StopSignal;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.presence.Aims;
import org.voxelpopuli.tools.presence.BotRecording;
import org.voxelpopuli.tools.presence.NeighbourWatch;
import org.voxelpopuli.tools.presence.Plan;
import org.voxelpopuli.tools.presence.PresenceCharts;
import org.voxelpopuli.tools.presence.PresenceMeasurement;
import org.voxelpopuli.tools.presence.PresenceRow;
import org.voxelpopuli.tools.presence.TraceKind;
import org.voxelpopuli.tools.presence.Way;
import org.voxelpopuli.tools.simulation.Measurements;
import org.voxelpopuli.world.PlayerName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Compares ways of knowing who is near. */
@Command(
        name = "presence",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Compares ways of knowing who is near whom, on the same moves of the same avatars, in virtual time with links of 20 ms: the presence of this project with and without each of"
                    + " its optimisations, a plain server, a DHT alone, and chunk servers. Draws bytes, delays, ages and work by the number of avatars, as PNG and CSV, and tells which aims are met. The"
                    + " same seed gives the same numbers, but for processor time. If it is ended early, the CSV has what was done until then.",
            "With --watch some avatars walk on real sockets, and it shows what they see."
        })
final class PresenceCommand implements Callable<Integer> {
    private static final int LEAST_AVATARS = 10;
    private static final int MOST_AVATARS = 2_000;
    private static final int SECONDS = 10;
    private static final int MOST_SECONDS = 120;
    private static final int RECORDED_BOTS = 12;
    private static final int LEAST_WATCHED = 2;
    private static final int MOST_WATCHED = 50;
    private static final int MOST_JOBS = 64;
    private static final String RECORDED_HOST = "127.0.0.1";
    private static final int RECORDED_PORT = 4000;
    private static final List<String> OF_WATCH = List.of("--avatars", "--name", "--join");
    private static final List<String> NOT_OF_RECORD = List.of("--watch", "--avatars", "--name");
    private static final List<String> OF_COMPARISON =
            List.of("--max-avatars", "--way", "--trace", "--updates", "--jobs", "--out", "--json");

    /** Set by {@code ./vp} if standard output is a terminal. */
    private static final String SCREEN_PROPERTY = "voxelpopuli.screen";

    /** Control sequences of ECMA-48. */
    private static final String HOME = "\u001b[H";

    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--max-avatars",
            defaultValue = "300",
            paramLabel = "AVATARS",
            description = "The largest number, " + LEAST_AVATARS + ".." + MOST_AVATARS + ". Default: ${DEFAULT-VALUE}.")
    private int avatars;

    @Option(
            names = "--seconds",
            description =
                    "Virtual time of each run that is measured, after the 40 s in which avatars come and find each other, 5.."
                            + MOST_SECONDS + ". Default: " + SECONDS
                            + ". With --watch: after so many it ends. Default: at Ctrl-C.")
    private @Nullable Integer seconds;

    @Option(
            names = "--way",
            split = ",",
            converter = WayConverter.class,
            description = "${COMPLETION-CANDIDATES}, or several; each runs where it runs among all. Default: all.")
    private List<Way> ways = new ArrayList<>();

    @Option(names = "--trace", split = ",", description = "${COMPLETION-CANDIDATES}, or several. Default: all.")
    private List<TraceKind> traces = new ArrayList<>();

    @Option(
            names = "--updates",
            split = ",",
            description = "Positions a second, " + Plan.SELDOM + " or " + Plan.OFTEN + ". Default: both.")
    private Set<Integer> updates = new TreeSet<>();

    @Option(
            names = "--jobs",
            defaultValue = "0",
            description = "Runs at a time, 1.." + MOST_JOBS
                    + "; 0 for as many as there are processors. Default: ${DEFAULT-VALUE}.")
    private int jobs;

    @Mixin
    private DrawnRun run = new DrawnRun();

    @Option(
            names = "--watch",
            description =
                    "Let some avatars walk, each on a node of its own with sockets of loopback, and show what they see, twice a second.")
    private boolean watch;

    @Option(
            names = "--avatars",
            defaultValue = "5",
            description =
                    "With --watch: how many, " + LEAST_WATCHED + ".." + MOST_WATCHED + ". Default: ${DEFAULT-VALUE}.")
    private int watched;

    @Option(
            names = "--name",
            defaultValue = "walker",
            description = "With --watch: their name, before a number. Default: ${DEFAULT-VALUE}.")
    private String name = "";

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT",
            description =
                    "With --watch: a node of another process whose avatars are to be seen, too. With --record: a node of the world.")
    private @Nullable HostPort network;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Compare nothing: let " + RECORDED_BOTS
                    + " bots walk for --seconds in the world of a running node at --join (" + RECORDED_HOST + ":"
                    + RECORDED_PORT
                    + "), and write where they went. The trace BOTS comes with this program, from such a file.")
    private @Nullable Path recording;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    /** The shape of the JSON. */
    record Output(long seed, int seconds, List<PresenceRow> rows, List<Aims.Aim> aims, List<String> unjudged) {}

    @Override
    public Integer call() {
        requireTogether();
        Ranges.require(spec, "--max-avatars", avatars, LEAST_AVATARS, MOST_AVATARS);
        Ranges.require(spec, "--avatars", watched, LEAST_WATCHED, MOST_WATCHED);
        int time = seconds == null ? SECONDS : seconds;
        Ranges.require(spec, "--seconds", time, watch ? 1 : 5, watch ? Integer.MAX_VALUE : MOST_SECONDS);
        Ranges.require(spec, "--jobs", jobs, 0, MOST_JOBS);
        if (recording != null) {
            HostPort world = network == null ? new HostPort(RECORDED_HOST, RECORDED_PORT) : network;
            try (StopSignal stop = StopSignal.install()) {
                BotRecording.record(world, RECORDED_BOTS, time, run.seed(), recording, wait -> !stop.await(wait));
            }
            spec.commandLine().getErr().println("The bots have been written to " + recording);
            spec.commandLine().getErr().flush();
            return 0;
        }
        if (watch) {
            watch();
            return 0;
        }
        EnumSet<Way> compared = ways.isEmpty() ? EnumSet.allOf(Way.class) : EnumSet.copyOf(ways);
        EnumSet<TraceKind> chosen = traces.isEmpty() ? EnumSet.allOf(TraceKind.class) : EnumSet.copyOf(traces);
        Plan plan;
        try {
            plan = new Plan(compared, chosen, avatars, updates.isEmpty() ? Plan.UPDATES : updates, time, run.seed());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--updates: " + e.getMessage());
        }
        Measurements measurements = run.measurements(spec);
        List<PresenceRow> rows;
        try (Progress progress =
                new Progress(spec.commandLine().getErr(), "Comparison", PresenceMeasurement.steps(plan), "")) {
            int atATime = jobs == 0 ? Runtime.getRuntime().availableProcessors() : jobs;
            rows = new PresenceMeasurement(
                            plan, atATime, progress::show, soFar -> PresenceCharts.writeRows(soFar, measurements))
                    .run();
        }
        PresenceCharts.write(rows, measurements);
        List<Aims.Aim> aims = Aims.judge(rows);
        List<String> unjudged = Aims.unjudged(compared);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonOutput.write(new Output(run.seed(), time, rows, aims, unjudged)));
        } else {
            print(out, rows);
            aims.forEach(out::println);
            unjudged.forEach(aim -> out.println("unknown  " + aim));
            out.println("The files are in " + run.folder());
        }
        out.flush();
        return 0;
    }

    private void watch() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        err.println(watched + " nodes meet ...");
        err.flush();
        try (StopSignal stop = StopSignal.install();
                NeighbourWatch neighbours = newWatch()) {
            err.println("Others join with --join " + neighbours.address());
            err.flush();
            int frames = seconds == null ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, 2L * seconds);
            neighbours.run(frames, time -> !stop.await(time), lines -> show(lines, out));
        }
    }

    private NeighbourWatch newWatch() {
        try {
            var unused = new PlayerName(name + watched);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--name is '" + name + "': " + e.getMessage());
        }
        try {
            return new NeighbourWatch(watched, name, run.seed(), network == null ? null : network.toString());
        } catch (ToolException e) {
            throw network == null
                    ? e
                    : new ToolException(
                            e.getMessage() + " --join wants the address of a node that runs, such as another"
                                    + " './vp measure presence --watch' prints.",
                            e);
        }
    }

    /** Options that would do nothing are refused. */
    private void requireTogether() {
        if (recording != null) {
            require(OF_COMPARISON, "--record", false);
            require(NOT_OF_RECORD, "--record", false);
        } else {
            require(watch ? OF_COMPARISON : OF_WATCH, "--watch", !watch);
        }
    }

    private void require(List<String> options, String mode, boolean with) {
        ParseResult parsed = spec.commandLine().getParseResult();
        options.stream().filter(parsed::hasMatchedOption).findFirst().ifPresent(option -> {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " is given " + (with ? "without " : "with ") + mode + ", allowed is "
                            + (with ? "with it" : "without it")
                            + ("--join".equals(option) ? ", or with --record" : ""));
        });
    }

    private static void show(List<String> lines, PrintWriter out) {
        boolean screen = Boolean.getBoolean(SCREEN_PROPERTY);
        if (screen) {
            out.print(HOME);
        }
        lines.forEach(line -> out.println(screen ? line + REST_OF_LINE : line));
        if (screen) {
            out.print(REST_OF_SCREEN);
        } else {
            out.println();
        }
        out.flush();
    }

    private static void print(PrintWriter out, List<PresenceRow> rows) {
        out.printf(
                Locale.ROOT,
                "%-9s %7s %3s %-17s %5s %9s %9s %9s %9s %7s %7s %6s %6s %6s%n",
                "trace",
                "avatars",
                "/s",
                "way",
                "near",
                "B/s",
                "discovery",
                "positions",
                "DHT",
                "packets",
                "enter",
                "age",
                "p99",
                "drawn");
        for (PresenceRow row : rows) {
            out.printf(
                    Locale.ROOT,
                    "%-9s %7d %3d %-17s %5.1f %9.0f %9.0f %9.0f %9.0f %7.0f %7s %6s %6s %5.1f%%%n",
                    row.trace(),
                    row.avatars(),
                    row.updates(),
                    row.way(),
                    row.neighbours(),
                    row.mean(),
                    row.discovery(),
                    row.positions(),
                    row.directory(),
                    row.packets(),
                    millis(row.enterP50()),
                    millis(row.ageP50()),
                    millis(row.ageP99()),
                    row.drawnPercent());
        }
        rows.stream()
                .filter(PresenceRow::isOfThesis)
                .forEach(row -> out.println("The " + row.trace() + " of " + row.avatars()
                        + " avatars, whatever the trace, is the thesis's game: " + row.nodes()
                        + " nodes with " + row.avatars() / row.nodes()
                        + " avatars each, all near each other; only its aim of 0.6 KB/s is held against it."));
    }

    /** A dash where nobody entered or was drawn. */
    private static String millis(@Nullable Double millis) {
        return millis == null ? "-" : String.format(Locale.ROOT, "%.0f", millis);
    }
}
