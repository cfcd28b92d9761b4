package org.voxelpopuli.tools.measure;

import java.nio.file.Files;
import java.nio.file.Path;
import org.voxelpopuli.tools.simulation.Measurements;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of what simulates and draws. */
final class DrawnRun {
    @Option(names = "--seed", defaultValue = "1", description = "Decides everything. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--out",
            defaultValue = "docs/measurements",
            paramLabel = "FOLDER",
            description = "Where the files go. Default: ${DEFAULT-VALUE} in the working folder.")
    private Path folder = Path.of("");

    long seed() {
        return seed;
    }

    Path folder() {
        return folder;
    }

    /** What writes into the folder. Whoever calls this before the long work is told of a bad one in time. */
    Measurements measurements(CommandSpec spec) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "--out is " + folder + ", which is a file; allowed is a folder");
        }
        return new Measurements(folder);
    }
}
