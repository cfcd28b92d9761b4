package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.StopSignal;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.tangibles.FarmWatch;
import org.voxelpopuli.tools.tangibles.SizeMeasurement;
import org.voxelpopuli.tools.tangibles.SizeMeasurement.Size;
import org.voxelpopuli.tools.tangibles.SizeMeasurement.Sizes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what a client of some tangibles gets, or shows it. */
@Command(
        name = "tangibles",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "A farm with a chest and wandering sheep, whose client gets what changes in each of its ticks, twenty a second. Counts the bytes, beside the same"
                    + " instructions as JSON, all that is close each time, and all that is close by Java serialization. They follow from the seed alone.",
            "With --watch it runs, and shows what a client sees that follows it over a socket."
        })
final class TangiblesCommand implements Callable<Integer> {
    private static final int MOST_SHEEP = 1_000;
    private static final int MOST_TICKS = 100_000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--sheep",
            defaultValue = "20",
            description = "Sheep, 0.." + MOST_SHEEP + ". Default: ${DEFAULT-VALUE}.")
    private int sheep;

    @Option(
            names = "--ticks",
            defaultValue = "1200",
            description = "Ticks that are counted, 1.." + MOST_TICKS + ". Default: ${DEFAULT-VALUE}, a minute.")
    private int ticks;

    @Option(names = "--seed", defaultValue = "1", description = "Of all that happens. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--watch", description = "Show what a client sees, twice a second, until Ctrl-C.")
    private boolean watch;

    @Option(
            names = "--frames",
            defaultValue = "" + Integer.MAX_VALUE,
            hidden = true,
            description = "With --watch: how often it is shown.")
    private int frames;

    @Option(names = "--json", description = "Print the sizes as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Ranges.require(spec, "--sheep", sheep, 0, MOST_SHEEP);
        Ranges.require(spec, "--ticks", ticks, 1, MOST_TICKS);
        PrintWriter out = spec.commandLine().getOut();
        if (watch) {
            try (StopSignal stop = StopSignal.install()) {
                FarmWatch.watch(seed, sheep, frames, time -> !stop.await(time), lines -> show(lines, out));
            }
        } else {
            Sizes sizes = SizeMeasurement.measure(seed, sheep, ticks);
            out.print(json ? JsonOutput.write(sizes) + System.lineSeparator() : table(sizes));
        }
        out.flush();
        return 0;
    }

    private static void show(List<String> lines, PrintWriter out) {
        lines.forEach(out::println);
        out.println();
        out.flush();
    }

    private String table(Sizes sizes) {
        StringBuilder table = new StringBuilder();
        table.append(text("A chest and %d sheep, %d ticks of 50 ms; bytes%n", sheep, ticks));
        table.append(text("%-32s %10s %10s %10s %8s%n", "", "first", "per tick", "most", "ratio"));
        row(table, "differences", sizes.differences(), sizes);
        row(table, "the same as JSON", sizes.json(), sizes);
        row(table, "all that is close", sizes.fullGraph(), sizes);
        row(table, "the same by Java serialization", sizes.javaSerialization(), sizes);
        return table.toString();
    }

    private static void row(StringBuilder table, String name, Size size, Sizes sizes) {
        table.append(text(
                "%-32s %10d %10.1f %10d %8.1f%n",
                name,
                size.first(),
                size.perTick(),
                size.most(),
                size.perTick() / sizes.differences().perTick()));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
