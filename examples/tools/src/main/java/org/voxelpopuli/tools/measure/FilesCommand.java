package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.Machine;
import org.voxelpopuli.tools.files.FilesMeasurement;
import org.voxelpopuli.tools.files.FilesMeasurement.Result;
import org.voxelpopuli.tools.files.Hashing;
import org.voxelpopuli.tools.nodes.Folders;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how fast a file is fetched, beside what a plain server and client do. */
@Command(
        name = "files",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Measures how fast a file goes from one node to another over loopback, beside the same file from a plain Netty server that"
                    + " sends it with sendfile, to a client that writes it. All are forced to the disk.",
            "Exit code 1 if it is less than 0.8 of that."
        })
final class FilesCommand implements Callable<Integer> {
    private static final double BOUND = 0.8;
    /** Until the virtual machine has compiled what is measured: the first rounds spend a third of their processor time on that. */
    private static final int WARM_UP = 12;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--folder",
            defaultValue = ".",
            description = "A folder on the disk that is used. Default: the working folder.")
    private Path folder = Path.of(".");

    @Option(
            names = "--size",
            defaultValue = "512",
            description = "MiB of the file, 1..16384. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description =
                    "Rounds of nodes and plain server in turn, 1..101, of which the one with the median ratio counts; twelve"
                            + " before them warm up. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    /**
     * A round.
     *
     * @param nodes a copy by two nodes
     * @param plain by the plain server, the client hashes nothing
     * @param hashed by the plain server, the client hashes what comes before it reads on
     * @param beside by the plain server, the client hashes what comes on another thread
     * @param ratioToPlain of the speeds
     */
    record Round(Result nodes, Result plain, Result hashed, Result beside, double ratioToPlain) {}

    /** The shape of the JSON. */
    record Output(Machine machine, int mebibytes, List<Round> rounds, double ratioToPlain, boolean holds) {
        String table() {
            StringBuilder table = new StringBuilder();
            table.append(text("A file of %d MiB over loopback, forced to the disk; %s%n", mebibytes, machine.text()));
            table.append(text("%6s %11s %11s %11s %11s %9s%n", "", "nodes", "plain", "hashed", "beside", "nodes of"));
            table.append(text(
                    "%6s %11s %11s %11s %11s %9s%n",
                    "round", "MB/s  cpu s", "MB/s  cpu s", "MB/s  cpu s", "MB/s  cpu s", "plain"));
            for (int i = 0; i < rounds.size(); i++) {
                Round round = rounds.get(i);
                table.append(text(
                        "%6d %11s %11s %11s %11s %9.2f%n",
                        i + 1,
                        text(round.nodes()),
                        text(round.plain()),
                        text(round.hashed()),
                        text(round.beside()),
                        round.ratioToPlain()));
            }
            table.append(text(
                    "Medians: nodes %s, plain %s, hashed %s, beside %s%n",
                    median(Round::nodes), median(Round::plain), median(Round::hashed), median(Round::beside)));
            return table.append(text(
                            "Median of plain: %.2f. At least %.1f: %s%n", ratioToPlain, BOUND, holds ? "ok" : "MISS"))
                    .toString();
        }

        private String median(Function<Round, Result> kind) {
            return text(rounds.stream()
                    .map(kind)
                    .sorted(Comparator.comparingDouble(Result::megabytesPerSecond))
                    .toList()
                    .get(rounds.size() / 2));
        }

        private static String text(Result result) {
            return text("%.0f %6.2f", result.megabytesPerSecond(), result.processorSeconds());
        }

        private static String text(String format, Object... values) {
            return String.format(Locale.ROOT, format, values);
        }
    }

    @Override
    public Integer call() {
        Ranges.require(spec, "--size", size, 1, 16_384);
        Ranges.require(spec, "--rounds", rounds, 1, 101);
        Path place = Folders.temporaryIn(folder, "voxelpopuli-files");
        try (FilesMeasurement measurement = new FilesMeasurement(place, (long) size << 20)) {
            Output output = measure(measurement);
            PrintWriter out = spec.commandLine().getOut();
            out.print(json ? JsonOutput.write(output) + System.lineSeparator() : output.table());
            out.flush();
            return output.holds() ? 0 : 1;
        } finally {
            Folders.delete(place);
        }
    }

    private Output measure(FilesMeasurement measurement) {
        Machine machine = Machine.now();
        List<Round> all = new ArrayList<>();
        for (int round = 1 - WARM_UP; round <= rounds; round++) {
            spec.commandLine()
                    .getErr()
                    .println(round <= 0 ? "Warming up ..." : "Round " + round + " of " + rounds + " ...");
            spec.commandLine().getErr().flush();
            Result nodes = measurement.ofNodes();
            Result plain = measurement.ofPlain(Hashing.NONE);
            Result hashed = measurement.ofPlain(Hashing.IN_TURN);
            Result beside = measurement.ofPlain(Hashing.BESIDE);
            if (round > 0) {
                all.add(new Round(
                        nodes, plain, hashed, beside, nodes.megabytesPerSecond() / plain.megabytesPerSecond()));
            }
        }
        double median = all.stream()
                .sorted(Comparator.comparingDouble(Round::ratioToPlain))
                .toList()
                .get(rounds / 2)
                .ratioToPlain();
        return new Output(machine, size, all, median, median >= BOUND);
    }
}
