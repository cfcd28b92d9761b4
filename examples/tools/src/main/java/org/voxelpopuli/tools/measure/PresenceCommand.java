package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.presence.Aims;
import org.voxelpopuli.tools.presence.Plan;
import org.voxelpopuli.tools.presence.PresenceCharts;
import org.voxelpopuli.tools.presence.PresenceMeasurement;
import org.voxelpopuli.tools.presence.PresenceRow;
import org.voxelpopuli.tools.presence.TraceKind;
import org.voxelpopuli.tools.simulation.Measurements;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
                    + " same seed gives the same numbers, but for processor time."
        })
final class PresenceCommand implements Callable<Integer> {
    private static final int LEAST_AVATARS = 10;
    private static final int MOST_AVATARS = 2_000;
    private static final int MOST_SECONDS = 120;
    private static final int MOST_JOBS = 64;

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
            defaultValue = "10",
            description =
                    "Virtual time of each run that is measured, after the 40 s in which avatars come and find each other, 5.."
                            + MOST_SECONDS + ". Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(names = "--trace", split = ",", description = "${COMPLETION-CANDIDATES}, or several. Default: all.")
    private List<TraceKind> traces = new ArrayList<>();

    @Option(
            names = "--jobs",
            defaultValue = "0",
            description = "Runs at a time, 1.." + MOST_JOBS
                    + "; 0 for as many as there are processors. Default: ${DEFAULT-VALUE}.")
    private int jobs;

    @Mixin
    private DrawnRun run = new DrawnRun();

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    /** The shape of the JSON. */
    record Output(long seed, int seconds, List<PresenceRow> rows, List<Aims.Aim> aims) {}

    @Override
    public Integer call() {
        Ranges.require(spec, "--max-avatars", avatars, LEAST_AVATARS, MOST_AVATARS);
        Ranges.require(spec, "--seconds", seconds, 5, MOST_SECONDS);
        Ranges.require(spec, "--jobs", jobs, 0, MOST_JOBS);
        Measurements measurements = run.measurements(spec);
        EnumSet<TraceKind> chosen = traces.isEmpty() ? EnumSet.allOf(TraceKind.class) : EnumSet.copyOf(traces);
        Plan plan = new Plan(chosen, avatars, seconds, run.seed());
        List<PresenceRow> rows;
        try (Progress progress =
                new Progress(spec.commandLine().getErr(), "Comparison", PresenceMeasurement.steps(plan), "")) {
            int atATime = jobs == 0 ? Runtime.getRuntime().availableProcessors() : jobs;
            rows = new PresenceMeasurement(plan, atATime, progress::show).run();
        }
        PresenceCharts.write(rows, measurements);
        List<Aims.Aim> aims = Aims.judge(rows);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonOutput.write(new Output(run.seed(), seconds, rows, aims)));
        } else {
            print(out, rows);
            aims.forEach(out::println);
            out.println("The files are in " + run.folder());
        }
        out.flush();
        return 0;
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
                    "%-9s %7d %3d %-17s %5.1f %9.0f %9.0f %9.0f %9.0f %7.0f %7.0f %6.0f %6.0f %5.1f%%%n",
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
                    row.enterP50(),
                    row.ageP50(),
                    row.ageP99(),
                    row.drawnPercent());
        }
    }
}
