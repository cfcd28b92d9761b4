package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.nodes.Actuator;
import org.voxelpopuli.tools.nodes.ChildProcess;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.tools.nodes.LocalNetwork;
import org.voxelpopuli.tools.nodes.Ports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what a node costs, beside a Spring Boot application with nothing in it. */
@Command(
        name = "footprint",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Measures what a node costs: its time to start against a bare Spring Boot application with Actuator and MVC,"
                    + " its resident memory, and the processor that it uses while idle, alone and among others.",
            "Exit code 1 if a bound is missed."
        })
final class FootprintCommand implements Callable<Integer> {
    private static final List<String> JAVA_OPTIONS = List.of("-Xmx256m");
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final long POLL_MILLIS = 10;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Starts of each program, 1..50. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--settle",
            defaultValue = "20s",
            description = "How long a node is left alone before it counts as idle. Default: ${DEFAULT-VALUE}.")
    private Duration settle = Duration.ZERO;

    @Option(
            names = "--idle",
            defaultValue = "30s",
            description = "How long idle nodes are watched. Default: ${DEFAULT-VALUE}.")
    private Duration idle = Duration.ZERO;

    @Option(
            names = "--nodes",
            defaultValue = "5",
            description = "Nodes for \"among others\", 2..20. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    private final Installation installation = Installation.find();

    @Override
    public Integer call() throws InterruptedException {
        Ranges.require(spec, "--rounds", rounds, 1, 50);
        Ranges.require(spec, "--nodes", nodes, 2, 20);
        PrintWriter err = spec.commandLine().getErr();
        Path folder = Folders.temporary("voxelpopuli-footprint");
        List<Footprint.StartPair> starts = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            say(err, "Start " + (round + 1) + " of " + rounds + " ...");
            starts.add(startPair(folder.resolve("start-" + round), round % 2 == 0));
        }
        say(err, "An idle node, alone, for " + (settle.toSeconds() + idle.toSeconds()) + " s ...");
        Idle bare = idleBare(folder.resolve("bare"));
        Idle alone = idleNodes(folder.resolve("alone"), 1);
        say(err, nodes + " idle nodes, for " + (settle.toSeconds() + idle.toSeconds()) + " s ...");
        Idle among = idleNodes(folder.resolve("among"), nodes);
        Footprint result = new Footprint(
                starts, alone.residentMegabytes(), bare.residentMegabytes(), alone.percent(), among.percent());
        // Only now: what the nodes wrote tells why a measurement failed.
        Folders.delete(folder);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonOutput.write(new Output(result.holds(), result.lines(), result.starts())));
        } else {
            out.print(result.table());
        }
        out.flush();
        return result.holds() ? 0 : 1;
    }

    /** The shape of the JSON. */
    record Output(boolean holds, List<Footprint.Line> lines, List<Footprint.StartPair> starts) {}

    private record Idle(double residentMegabytes, double percent) {}

    private static void say(PrintWriter err, String text) {
        err.println(text);
        err.flush();
    }

    private Footprint.StartPair startPair(Path folder, boolean nodeFirst) throws InterruptedException {
        if (nodeFirst) {
            double node = secondsToStartNode(folder);
            return new Footprint.StartPair(node, secondsToStartBare(folder));
        }
        double bare = secondsToStartBare(folder);
        return new Footprint.StartPair(secondsToStartNode(folder), bare);
    }

    private double secondsToStartNode(Path folder) throws InterruptedException {
        Ports ports = Ports.free(1).get(0);
        long begin = System.nanoTime();
        try (LocalNetwork network = new LocalNetwork(installation, JAVA_OPTIONS, () -> false)) {
            LocalNetwork.Member member =
                    network.start(LocalNetwork.specs(List.of(ports), folder).get(0));
            awaitUp(member.process(), member.actuator());
            return seconds(System.nanoTime() - begin);
        }
    }

    private double secondsToStartBare(Path folder) throws InterruptedException {
        Ports ports = Ports.free(1).get(0);
        long begin = System.nanoTime();
        try (ChildProcess bare = startBare(folder, ports)) {
            awaitUp(bare, Actuator.local(ports.http()));
            return seconds(System.nanoTime() - begin);
        }
    }

    private ChildProcess startBare(Path folder, Ports ports) {
        return ChildProcess.start(
                installation,
                JAVA_OPTIONS,
                installation.bareBoot(),
                List.of("--server.port=" + ports.http(), "--server.address=127.0.0.1"),
                folder.resolve("bare.log"));
    }

    private static void awaitUp(ChildProcess process, Actuator actuator) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!actuator.isUp()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new ToolException("The program did not start:\n" + process.lastWords());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private Idle idleBare(Path folder) throws InterruptedException {
        Ports ports = Ports.free(1).get(0);
        try (ChildProcess bare = startBare(folder, ports)) {
            awaitUp(bare, Actuator.local(ports.http()));
            Thread.sleep(settle.toMillis());
            return new Idle(ProcessStat.residentMegabytes(bare.pid()), 0);
        }
    }

    private Idle idleNodes(Path folder, int count) throws InterruptedException {
        try (LocalNetwork network = new LocalNetwork(installation, JAVA_OPTIONS, () -> false)) {
            LocalNetwork.specs(Ports.free(count), folder).forEach(network::start);
            network.awaitJoined(PATIENCE, () -> {});
            Thread.sleep(settle.toMillis());
            List<Duration> before = processorTimes(network);
            long begin = System.nanoTime();
            Thread.sleep(idle.toMillis());
            double elapsed = seconds(System.nanoTime() - begin);
            List<Duration> after = processorTimes(network);
            double most = 0;
            for (int i = 0; i < before.size(); i++) {
                most = Math.max(most, after.get(i).minus(before.get(i)).toMillis() / 10.0 / elapsed);
            }
            double resident = network.members().stream()
                    .mapToDouble(member ->
                            ProcessStat.residentMegabytes(member.process().pid()))
                    .max()
                    .orElse(0);
            return new Idle(resident, most);
        }
    }

    private static List<Duration> processorTimes(LocalNetwork network) {
        return network.members().stream()
                .map(member -> ProcessStat.processorTime(member.process().pid()))
                .toList();
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
