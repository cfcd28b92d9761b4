package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.StopSignal;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.Machine;
import org.voxelpopuli.tools.flood.FloodMeasurement;
import org.voxelpopuli.tools.flood.FloodedNode;
import org.voxelpopuli.tools.nodes.ChildProcess;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.nodes.Installation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What {@link FloodCommand} runs in its namespace: the neighbours and the flood; and, in a process of its own, the node. */
@Command(
        name = "flood-inside",
        hidden = true,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Is started by ./vp measure flood.")
final class FloodInsideCommand implements Callable<Integer> {
    private static final String READY = "Ready as ";
    private static final double ENOUGH_PERCENT = 99;
    private static final Duration LONGEST = Duration.ofHours(1);

    /** The node has as much heap as in the tests of its limits. */
    private static final List<String> SMALL = List.of("-Xmx128m");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private FloodCommand.Size size = new FloodCommand.Size();

    @Option(names = "--serve", description = "Be the node.")
    private boolean serve;

    /** The shape of the JSON. */
    record Output(Machine machine, int neighbours, int questions, List<FloodMeasurement.Part> parts) {}

    @Override
    public Integer call() throws InterruptedException {
        return serve ? serve() : measure();
    }

    private int serve() throws InterruptedException {
        try (StopSignal stop = StopSignal.install();
                FloodedNode node = new FloodedNode()) {
            spec.commandLine().getOut().println(READY + node.id());
            spec.commandLine().getOut().flush();
            stop.await(LONGEST);
        }
        return 0;
    }

    private int measure() throws InterruptedException {
        Machine machine = Machine.now();
        Installation installation = Installation.find();
        Path folder = Folders.temporary("voxelpopuli-flood");
        List<FloodMeasurement.Part> parts;
        try (ChildProcess node = ChildProcess.start(
                installation,
                SMALL,
                installation.tools(),
                List.of("measure", "flood-inside", "--serve"),
                folder.resolve("node.log"))) {
            String id = node.awaitLine(READY, Duration.ofMinutes(1));
            FloodMeasurement.Watch watch = new FloodMeasurement.Watch() {
                @Override
                public Duration processorTime() {
                    return ProcessStat.processorTime(node.pid());
                }

                @Override
                public double residentMegabytes() {
                    return ProcessStat.residentMegabytes(node.pid());
                }
            };
            parts = new FloodMeasurement(size.neighbours, size.questions, size.rate, size.duration)
                    .measure(id, watch, what -> {
                        spec.commandLine().getErr().println(what + ", " + size.duration.toSeconds() + " s ...");
                        spec.commandLine().getErr().flush();
                    });
        }
        Folders.delete(folder);
        print(new Output(machine, size.neighbours, size.questions, parts));
        return parts.stream().allMatch(part -> part.answeredPercent() >= ENOUGH_PERCENT) ? 0 : 1;
    }

    private void print(Output output) {
        PrintWriter out = spec.commandLine().getOut();
        if (size.json) {
            out.println(JsonOutput.write(output));
        } else {
            out.println(output.neighbours() + " neighbours ask " + output.questions() + " times a second; "
                    + output.machine().text());
            out.printf(
                    Locale.ROOT,
                    "%-30s%12s%10s%12s%10s%10s%8s%8s%n",
                    "",
                    "flood /s",
                    "asked",
                    "answered",
                    "p50",
                    "p99",
                    "cores",
                    "MB");
            for (FloodMeasurement.Part part : output.parts()) {
                out.printf(
                        Locale.ROOT,
                        "%-30s%12.0f%10d%10.2f %%%7.2f ms%7.1f ms%8.2f%8.0f%n",
                        part.name(),
                        part.floodPerSecond(),
                        part.asked(),
                        part.answeredPercent(),
                        part.p50(),
                        part.p99(),
                        part.cores(),
                        part.residentMegabytes());
            }
        }
        out.flush();
    }
}
