package org.voxelpopuli.tools.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.flood.Namespace;
import org.voxelpopuli.tools.nodes.Installation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures whether a node that is flooded keeps serving its neighbours. */
@Command(
        name = "flood",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Floods a node with questions from one address and from 4096, and measures how many questions of its neighbours it answers meanwhile. Runs in a network"
                    + " namespace of its own; needs Linux, iproute2 and root.",
            "Exit code 1 if less than 99 %% are answered."
        })
final class FloodCommand implements Callable<Integer> {
    @Mixin
    private Size size = new Size();

    /** How much is sent and asked. */
    static final class Size {
        @Spec(Spec.Target.MIXEE)
        private CommandSpec command = CommandSpec.create();

        @Option(
                names = "--rate",
                defaultValue = "50000",
                description = "Datagrams in a second, 1..1000000. Default: ${DEFAULT-VALUE}.")
        int rate;

        @Option(
                names = "--neighbours",
                defaultValue = "20",
                description = "Honest nodes around it, 1..200. Default: ${DEFAULT-VALUE}.")
        int neighbours;

        @Option(
                names = "--questions",
                defaultValue = "200",
                description = "Questions of all neighbours in a second, 1..10000. Default: ${DEFAULT-VALUE}.")
        int questions;

        @Option(
                names = "--duration",
                defaultValue = "10s",
                description = "Time of each part. Default: ${DEFAULT-VALUE}.")
        Duration duration = Duration.ZERO;

        @Option(names = "--json", description = "Print the result as JSON.")
        boolean json;

        void check() {
            Ranges.require(command, "--rate", rate, 1, 1_000_000);
            Ranges.require(command, "--neighbours", neighbours, 1, 200);
            Ranges.require(command, "--questions", questions, 1, 10_000);
            Ranges.require(command, "--duration in seconds", duration.toSeconds(), 1, 30);
        }

        List<String> arguments() {
            List<String> arguments = new ArrayList<>(List.of(
                    "--rate=" + rate,
                    "--neighbours=" + neighbours,
                    "--questions=" + questions,
                    "--duration=" + duration.toSeconds() + "s"));
            if (json) {
                arguments.add("--json");
            }
            return arguments;
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        size.check();
        Installation installation = Installation.find();
        try (Namespace namespace = Namespace.open()) {
            List<String> command = namespace.inside(
                    Installation.java().toString(),
                    "-javaagent:" + installation.parentWatch(),
                    "-D" + Installation.HOME_PROPERTY + "=" + installation.home(),
                    "-jar",
                    installation.tools().toString(),
                    "measure",
                    "flood-inside");
            command.addAll(size.arguments());
            // Its input stays a pipe to us, by which it learns when we are gone.
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new ToolException("Cannot start the measurement: " + e.getMessage(), e);
        }
    }
}
