package org.voxelpopuli.tools.measure;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.Machine;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.store.StoreMeasurement;
import org.voxelpopuli.tools.store.StoreMeasurement.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how many edits a store makes durable, beside what its disk can do. */
@Command(
        name = "store",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Measures how many edits a second the SQLite store makes durable, in groups of 1, 10, 100 and 1000,"
                    + " beside the same bytes at the end of a plain file that is forced to the disk with each group.",
            "Exit code 1 if it is less than 0.4 of that in groups of 100."
        })
final class StoreCommand implements Callable<Integer> {
    private static final double BOUND = 0.4;
    private static final int BOUND_GROUP = 100;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--folder",
            defaultValue = ".",
            description = "A folder on the disk that is measured. Default: the working folder.")
    private Path folder = Path.of(".");

    @Option(
            names = "--duration",
            defaultValue = "3s",
            description = "Time of each measurement, 1s..60s. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description =
                    "Rounds of store and plain file in turn, 1..21, of which the one with the median ratio counts. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    /**
     * A row of the result.
     *
     * @param ratioToPlain edits a second of the store, divided by those of the plain file
     * @param ratioToOneByOne edits a second of the store, divided by those of the plain file with one edit each time
     */
    record Row(Result store, Result plain, double ratioToPlain, double ratioToOneByOne) {}

    /** The shape of the JSON. */
    record Output(Machine machine, String disk, List<Row> rows, boolean holds) {
        String table() {
            StringBuilder table = new StringBuilder();
            table.append(text(
                    "Durable edits, 50 chunks, each edit with the id of its client; %s; %s%n", disk, machine.text()));
            table.append(text(
                    "%10s %14s %14s %14s %14s %14s %12s %14s%n",
                    "group",
                    "per commit",
                    "store /s",
                    "store µs",
                    "append /s",
                    "append µs",
                    "of append",
                    "of one by one"));
            for (Row row : rows) {
                table.append(text(
                        "%10d %14.1f %14.0f %14.0f %14.0f %14.0f %12.2f %14.2f%n",
                        row.store().group(),
                        row.store().perCommit(),
                        row.store().editsPerSecond(),
                        row.store().microsPerCommit(),
                        row.plain().editsPerSecond(),
                        row.plain().microsPerCommit(),
                        row.ratioToPlain(),
                        row.ratioToOneByOne()));
            }
            return table.append(text(
                            "At least %.1f of append in groups of %d: %s%n", BOUND, BOUND_GROUP, holds ? "ok" : "MISS"))
                    .toString();
        }

        private static String text(String format, Object... values) {
            return String.format(Locale.ROOT, format, values);
        }
    }

    @Override
    public Integer call() {
        Ranges.require(spec, "--duration in seconds", duration.toSeconds(), 1, 60);
        Ranges.require(spec, "--rounds", rounds, 1, 21);
        Path place = Folders.temporaryIn(folder, "voxelpopuli-store");
        try {
            Output output = measure(place);
            PrintWriter out = spec.commandLine().getOut();
            out.print(json ? JsonOutput.write(output) + System.lineSeparator() : output.table());
            out.flush();
            return output.holds() ? 0 : 1;
        } catch (StoreException e) {
            throw new ToolException(String.valueOf(e.getMessage()), e);
        } finally {
            Folders.delete(place);
        }
    }

    private Output measure(Path place) {
        StoreMeasurement measurement = new StoreMeasurement(place, duration);
        Machine machine = Machine.now();
        List<Row> rows = new ArrayList<>();
        Result oneByOne = null;
        for (int group : new int[] {1, 10, 100, 1_000}) {
            List<Row> tries = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                say("Groups of " + group + ", round " + round + " of " + rounds + " ...");
                tries.add(row(measurement, place.resolve("store-" + group + "-" + round), group));
            }
            tries.sort(Comparator.comparingDouble(Row::ratioToPlain));
            Row median = tries.get(rounds / 2);
            oneByOne = oneByOne == null ? median.plain() : oneByOne;
            rows.add(new Row(
                    median.store(),
                    median.plain(),
                    median.ratioToPlain(),
                    median.store().editsPerSecond() / oneByOne.editsPerSecond()));
        }
        boolean holds = rows.stream()
                .filter(row -> row.store().group() == BOUND_GROUP)
                .allMatch(row -> row.ratioToPlain() >= BOUND);
        return new Output(machine, disk(place), rows, holds);
    }

    private static Row row(StoreMeasurement measurement, Path folder, int group) {
        try (WorldStore store = SqliteWorldStore.open(folder)) {
            Result result = measurement.ofStore(store, group);
            Result plain = measurement.ofPlainFile((int) Math.round(result.perCommit()));
            return new Row(result, plain, result.editsPerSecond() / plain.editsPerSecond(), 0);
        }
    }

    private static String disk(Path place) {
        try {
            return Files.getFileStore(place).type();
        } catch (IOException e) {
            return "unknown";
        }
    }

    private void say(String text) {
        spec.commandLine().getErr().println(text);
        spec.commandLine().getErr().flush();
    }
}
