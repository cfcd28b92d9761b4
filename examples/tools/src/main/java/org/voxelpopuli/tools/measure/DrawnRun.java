package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.simulation.Measurements;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of what simulates and draws. */
final class DrawnRun {
    /** Nodes of the largest network that is simulated. */
    static final int MOST_NODES = 10_000;

    private static final int LEAST_NODES = 20;

    /** How many nodes a network may have, for people. */
    static final String NODES = LEAST_NODES + ".." + MOST_NODES;

    /** Not the folder of the project's own figures, which nobody replaces without saying so. */
    private static final String FOLDER = "voxelpopuli-measurements";

    @Option(names = "--seed", defaultValue = "1", description = "Decides everything. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--out",
            defaultValue = FOLDER,
            paramLabel = "FOLDER",
            description =
                    "Where the files go, in the place of those of the same name. Default: ${DEFAULT-VALUE} in the working folder.")
    private Path folder = Path.of("");

    long seed() {
        return seed;
    }

    Path folder() {
        return folder;
    }

    /** Refuses a number of nodes that is not among {@link #NODES}. */
    static void requireNodes(CommandSpec spec, String option, int nodes) {
        Ranges.require(spec, option, nodes, LEAST_NODES, MOST_NODES);
    }

    /** What writes into the folder, which is told to people. Whoever calls this before the long work is told of a bad one in time. */
    Measurements measurements(CommandSpec spec) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "--out is " + folder + ", which is a file; allowed is a folder");
        }
        Measurements measurements = new Measurements(folder);
        PrintWriter err = spec.commandLine().getErr();
        err.println("The files go to " + folder.toAbsolutePath().normalize());
        err.flush();
        return measurements;
    }
}
