package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.DhtMeasurement;
import org.voxelpopuli.tools.dht.Figure;
import org.voxelpopuli.tools.dht.Machine;
import org.voxelpopuli.tools.dht.NodeKind;
import org.voxelpopuli.tools.dht.Reference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures networks of Kademlia nodes, beside those of others. */
@Command(
        name = "dht",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Measures networks of Kademlia nodes, all in this process, on loopback sockets: joining, puts and gets of 100 bytes, lookups,"
                    + " processor time, memory, and puts and gets after a part of the nodes has stopped; beside the same of OpenDHT and of P2Play."
        })
final class DhtCommand implements Callable<Integer> {
    private static final int MOST_NODES = 2_000;
    private static final int MOST_SECONDS = 600;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--nodes",
            split = ",",
            defaultValue = "20,100,200,500",
            paramLabel = "N",
            description = "Nodes of a network, 2.." + MOST_NODES
                    + "; several numbers are measured one after another. Default: ${DEFAULT-VALUE}.")
    private List<Integer> nodes = new ArrayList<>();

    @Option(
            names = "--k",
            defaultValue = "20",
            description = "Size of a bucket, and nodes that keep a value, 1..64. Default: ${DEFAULT-VALUE}.")
    private int k;

    @Option(
            names = "--dialect",
            defaultValue = "CBOR",
            description = "What the nodes speak: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Dialect dialect = Dialect.CBOR;

    @Option(
            names = "--compatibility",
            defaultValue = "NONE",
            description =
                    "NONE: the nodes prove their identities, as they do by default; SEED: they believe what they hear, as the nodes"
                            + " beside which they are measured do. Default: ${DEFAULT-VALUE}.")
    private Compatibility compatibility = Compatibility.NONE;

    @Option(
            names = "--dead",
            defaultValue = "0.3",
            paramLabel = "SHARE",
            description = "Share of the nodes that stops at once, 0..0.9. Default: ${DEFAULT-VALUE}.")
    private double dead;

    @Option(
            names = "--operations",
            defaultValue = "500",
            description = "Puts, and as many gets, 1..100000. Default: ${DEFAULT-VALUE}.")
    private int operations;

    @Option(
            names = "--warm-up",
            defaultValue = "15s",
            description = "Time for the compiler before anything is measured. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--rest",
            defaultValue = "18s",
            description = "Time between the joins and the first put, in which the nodes look up their own ids again."
                    + " Default: ${DEFAULT-VALUE}.")
    private Duration rest = Duration.ZERO;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Decides ids, keys, and who asks. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    /**
     * The shape of the JSON.
     *
     * @param dead the share that stopped
     * @param operations puts, and as many gets
     * @param inFlight lookups at once
     * @param references what the figures are compared with
     */
    record Output(
            int k,
            Compatibility compatibility,
            Dialect dialect,
            double dead,
            int operations,
            int inFlight,
            long seed,
            Machine machine,
            List<Reference> references,
            List<Network> networks) {}

    /** The figures of one network. */
    record Network(int nodes, List<Figure> figures) {}

    @Override
    public Integer call() {
        nodes.forEach(count -> Ranges.require(spec, "--nodes", count, 2, MOST_NODES));
        Ranges.require(spec, "--k", k, 1, 64);
        if (dialect == Dialect.P2PLAY || compatibility == Compatibility.P2PLAY) {
            throw new ParameterException(
                    spec.commandLine(), "P2Play keeps kad-files alone, and no values that could be measured here");
        }
        if (dialect == Dialect.JSON && compatibility == Compatibility.NONE) {
            throw new ParameterException(
                    spec.commandLine(), "--dialect is JSON, which only seed peers speak: add --compatibility SEED");
        }
        if (!(dead >= 0 && dead <= 0.9)) {
            throw new ParameterException(spec.commandLine(), "--dead is " + dead + ", allowed is 0..0.9");
        }
        Ranges.require(spec, "--operations", operations, 1, 100_000);
        Ranges.require(spec, "--warm-up in seconds", warmUp.toSeconds(), 0, MOST_SECONDS);
        Ranges.require(spec, "--rest in seconds", rest.toSeconds(), 0, MOST_SECONDS);
        PrintWriter err = spec.commandLine().getErr();
        Machine machine = Machine.now();
        err.println("Warm-up, " + warmUp.toSeconds() + " s ...");
        err.flush();
        measurement(DhtMeasurement.Listener.SILENT).warmUp(warmUp, seed);
        List<Network> networks = new ArrayList<>();
        PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.println(heading(machine));
        }
        for (int count : nodes) {
            try (PhaseProgress progress = new PhaseProgress(err, count + " nodes")) {
                networks.add(new Network(count, measurement(progress).measure(count, seed)));
            }
            if (!json) {
                out.println(table(networks.get(networks.size() - 1)));
                out.flush();
            }
        }
        if (json) {
            out.println(JsonOutput.write(new Output(
                    k,
                    compatibility,
                    dialect,
                    dead,
                    operations,
                    DhtMeasurement.IN_FLIGHT,
                    seed,
                    machine,
                    Reference.ALL,
                    networks)));
        }
        out.flush();
        return 0;
    }

    private DhtMeasurement measurement(DhtMeasurement.Listener listener) {
        return new DhtMeasurement(new NodeKind(k, compatibility, dialect), dead, operations, rest, listener);
    }

    private String heading(Machine machine) {
        StringBuilder heading = new StringBuilder();
        heading.append(text(
                "k = %d, %s, compatibility %s, seed %d, %d puts and gets; %s%n",
                k, dialect, compatibility, seed, operations, machine.text()));
        for (Reference reference : Reference.ALL) {
            heading.append(text(
                    "%s: %d nodes, k = %d, %s%n",
                    reference.name(), reference.nodes(), reference.k(), reference.source()));
        }
        return heading.toString();
    }

    /** The table for people: a figure a line, and beside it those of others, each with ours divided by theirs. */
    private static String table(Network network) {
        StringBuilder table = new StringBuilder();
        table.append(text("%-38s", network.nodes() + " nodes")).append(text("%15s", "ours"));
        Reference.ALL.forEach(reference -> table.append(
                text("%25s", "%s (%d, k %d)".formatted(reference.name(), reference.nodes(), reference.k()))));
        table.append(text("%n"));
        for (Figure figure : network.figures()) {
            table.append(text("%-38s%15s", figure.name(), number(figure.value()) + " " + text("%-2s", figure.unit())));
            for (Reference reference : Reference.ALL) {
                table.append(text(
                        "%25s",
                        figure.against().stream()
                                .filter(comparison -> comparison.reference().equals(reference.name()))
                                .map(comparison -> number(comparison.value()) + " " + text("%-2s", figure.unit())
                                        + text(" %8s", number(comparison.ratio()) + " x"))
                                .findFirst()
                                .orElse("")));
            }
            table.append(text("%n"));
        }
        return table.toString();
    }

    /** With three digits, or more before the point. */
    private static String number(double value) {
        return text(
                value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : value >= 0.01 ? "%.3f" : "%.5f",
                value);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
