package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.Machine;
import org.voxelpopuli.tools.dht.RpcLoad;
import org.voxelpopuli.tools.nodes.ChildProcess;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.tools.nodes.Ports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what serving a FIND_NODE costs. */
@Command(
        name = "rpc",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Measures what serving a FIND_NODE costs: a node in a process of its own is asked by one in this process, over loopback sockets."
        })
final class RpcCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_SECONDS = 30;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--k",
            defaultValue = "20",
            description = "Contacts in an answer, 1..64. Default: ${DEFAULT-VALUE}.")
    private int k;

    @Option(
            names = "--nodes",
            defaultValue = "100",
            description = "Nodes around the one that is asked, 1..1000. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--dialect",
            defaultValue = "CBOR",
            description = "What the nodes speak: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Dialect dialect = Dialect.CBOR;

    @Option(
            names = "--in-flight",
            defaultValue = "64",
            description = "Questions at a time, 1..1000. Default: ${DEFAULT-VALUE}.")
    private int inFlight;

    @Option(
            names = "--warm-up",
            defaultValue = "10s",
            description = "Time for the compilers before anything is measured. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "10s",
            description = "Time that is measured. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    /**
     * The shape of the JSON.
     *
     * @param k contacts in an answer
     * @param inFlight questions at a time
     * @param servedPerSecond by wall clock, both sides sharing the machine
     * @param servedPerSecondAndCore per second of processor time that the serving process used
     * @param servingMicros processor time of one request where it is served, user and kernel
     * @param askingMicros the same where it is asked
     * @param cores that the serving process kept busy
     * @param questionBytes UDP payload
     * @param answerBytes UDP payload
     * @param lostPercent questions that were not answered in time
     */
    record Output(
            int k,
            Dialect dialect,
            int inFlight,
            Machine machine,
            double servedPerSecond,
            double servedPerSecondAndCore,
            double servingMicros,
            double askingMicros,
            double cores,
            double questionBytes,
            double answerBytes,
            double lostPercent) {
        static Output of(
                int k,
                Dialect dialect,
                int inFlight,
                Machine machine,
                RpcLoad.Result load,
                Duration serving,
                Duration asking) {
            double answered = Math.max(1, load.answered());
            double servingMicros = serving.toNanos() / 1e3 / answered;
            return new Output(
                    k,
                    dialect,
                    inFlight,
                    machine,
                    load.answered() / load.seconds(),
                    servingMicros == 0 ? 0 : 1e6 / servingMicros,
                    servingMicros,
                    asking.toNanos() / 1e3 / answered,
                    serving.toNanos() / 1e9 / load.seconds(),
                    load.questionBytes(),
                    load.answerBytes(),
                    100.0 * load.unanswered() / Math.max(1, load.answered() + load.unanswered()));
        }

        String table() {
            StringBuilder table = new StringBuilder();
            table.append(text("FIND_NODE, %s, k = %d, %d in flight; %s%n", dialect, k, inFlight, machine.text()));
            row(table, "served", "%.0f /s", servedPerSecond);
            row(table, "served per core", "%.0f /s", servedPerSecondAndCore);
            row(
                    table,
                    "processor time of a request",
                    "%.1f µs where it is served, %.1f µs where it is asked",
                    servingMicros,
                    askingMicros);
            row(table, "cores used by the served node", "%.2f", cores);
            row(table, "bytes", "%.0f of a question, %.0f of an answer", questionBytes, answerBytes);
            row(table, "not answered in time", "%.3f %%", lostPercent);
            return table.toString();
        }

        private static void row(StringBuilder table, String name, String format, Object... values) {
            table.append(text("  %-32s", name)).append(text(format, values)).append(System.lineSeparator());
        }

        private static String text(String format, Object... values) {
            return String.format(Locale.ROOT, format, values);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        Ranges.require(spec, "--k", k, 1, 64);
        Ranges.require(spec, "--nodes", nodes, 1, 1_000);
        Ranges.require(spec, "--in-flight", inFlight, 1, 1_000);
        Ranges.require(spec, "--warm-up in seconds", warmUp.toSeconds(), 1, MOST_SECONDS);
        Ranges.require(spec, "--duration in seconds", duration.toSeconds(), 1, MOST_SECONDS);
        Path folder = Folders.temporary("voxelpopuli-rpc");
        Output output = measure(folder.resolve("served.log"));
        // Only now: what the other process wrote tells why a measurement failed.
        Folders.delete(folder);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? JsonOutput.write(output) + System.lineSeparator() : output.table());
        out.flush();
        return 0;
    }

    private Output measure(Path log) throws InterruptedException {
        Installation installation = Installation.find();
        Machine machine = Machine.now();
        int port = Ports.free(1).get(0).udp();
        List<String> arguments = List.of("measure", "rpc-server", "--port=" + port, "--k=" + k, "--nodes=" + nodes);
        say("A node and " + nodes + " others start in a process of their own ...");
        try (ChildProcess serving = ChildProcess.start(installation, List.of(), installation.tools(), arguments, log);
                RpcLoad load = new RpcLoad(port, inFlight, dialect)) {
            serving.awaitLine(RpcServerCommand.READY, PATIENCE);
            say("Warm-up, " + warmUp.toSeconds() + " s ...");
            load.ask(warmUp);
            say("Asking, " + duration.toSeconds() + " s ...");
            long own = ProcessHandle.current().pid();
            Duration servingBefore = ProcessStat.processorTime(serving.pid());
            Duration askingBefore = ProcessStat.processorTime(own);
            RpcLoad.Result result = load.ask(duration);
            return Output.of(
                    k,
                    dialect,
                    inFlight,
                    machine,
                    result,
                    ProcessStat.processorTime(serving.pid()).minus(servingBefore),
                    ProcessStat.processorTime(own).minus(askingBefore));
        }
    }

    private void say(String text) {
        spec.commandLine().getErr().println(text);
        spec.commandLine().getErr().flush();
    }
}
