package org.voxelpopuli.tools.play;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.client.Dialect;
import org.voxelpopuli.tools.bot.BehaviourKind;
import org.voxelpopuli.tools.bot.BotCrew;
import org.voxelpopuli.tools.bot.BotReport;
import org.voxelpopuli.tools.console.HostPort;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.StopSignal;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.tools.nodes.LocalNetwork;
import org.voxelpopuli.tools.nodes.PortChoice;
import org.voxelpopuli.tools.nodes.Ports;
import org.voxelpopuli.tools.nodes.StartWatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts a small world on this machine and tells what happens in it. */
@Command(
        name = "play",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Starts a world on this machine: three nodes, each a process of its own, and two bots that walk and build."
                    + " Tells what happens and where to look. Ctrl-C stops it all."
        })
public final class PlayCommand implements Callable<Integer> {
    private static final int NODES = 3;
    private static final int DEFAULT_PORT = 4000;
    private static final int DEFAULT_HTTP = 8080;
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final int LOOKS_BETWEEN_LESSONS = 3;
    private static final int LOOKS_BETWEEN_SUMS = 15;
    private static final int RADIUS = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--port",
            description = "UDP port of the first node; the next are " + PortChoice.UDP_STEP + " and "
                    + 2 * PortChoice.UDP_STEP + " higher, and each node's game port (TCP) is one above its UDP port."
                    + " Default: " + DEFAULT_PORT + ", or what is free.")
    private @Nullable Integer port;

    @Option(
            names = "--http",
            description = "HTTP port of the first node's endpoints; the next are one and two higher. Default: "
                    + DEFAULT_HTTP + ", or what is free.")
    private @Nullable Integer http;

    @Option(
            names = "--data",
            defaultValue = "voxelpopuli-play",
            paramLabel = "FOLDER",
            description = "Where the world and the logs are kept. Default: ${DEFAULT-VALUE} in the working folder.")
    private Path data = Path.of("");

    @Option(names = "--duration", description = "End after this time, as in 20s or 5m. Default: at Ctrl-C.")
    private @Nullable Duration duration;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Decides what the bots plan. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Override
    public Integer call() {
        if (port != null) {
            Ranges.require(spec, "--port", port, 1, Ports.MAX_UDP - 2 * PortChoice.UDP_STEP);
        }
        if (http != null) {
            Ranges.require(spec, "--http", http, 1, 65_533);
        }
        Narrator narrator = new Narrator(spec.commandLine().getOut());
        Installation installation = Installation.find();
        try (StopSignal stop = StopSignal.install();
                PlayFolder folder = PlayFolder.open(data);
                LocalNetwork network = new LocalNetwork(installation, List.of("-Xmx256m"), stop::isWanted)) {
            startNodes(network, folder, narrator, stop);
            if (stop.isWanted()) {
                narrator.say("Stopping before all had begun.");
            } else {
                narrator.whereToLook(network.members());
                BotReport report = play(network, stop, narrator);
                narrator.say("Stopping. In this session the bots walked " + Math.round(report.metresWalked())
                        + " blocks and set " + report.blocksPlaced() + "; half of the changes were shown within "
                        + Math.round(report.blockChanges().p50()) + " ms.");
            }
            network.stop();
            narrator.say("All nodes have ended. The world is in " + folder.path());
        }
        return 0;
    }

    private void startNodes(LocalNetwork network, PlayFolder folder, Narrator narrator, StopSignal stop) {
        PortChoice choice = PortChoice.choose(
                NODES,
                port == null ? DEFAULT_PORT : port,
                port != null,
                http == null ? DEFAULT_HTTP : http,
                http != null);
        narrator.say("Three nodes start on this machine, each a process of its own.");
        narrator.add(
                (folder.isNew() ? "Their new world and their logs are kept in " : "They find their world again in ")
                        + folder.path());
        choice.notes().forEach(narrator::add);
        LocalNetwork.specs(choice.ports(), folder.path()).forEach(network::start);
        StartWatch watch = new StartWatch(narrator::say, System::nanoTime);
        for (LocalNetwork.Member node : network.members()) {
            network.awaitUp(node, PATIENCE, () -> watch.waiting(network::readiness));
            if (stop.isWanted()) {
                return;
            }
            Ports ports = node.spec().ports();
            narrator.say(
                    "Node " + node.name() + " serves players at 127.0.0.1:" + ports.game() + " and other nodes at UDP "
                            + ports.udp() + " (process " + node.process().pid() + ").");
            watch.spoken();
        }
        network.awaitJoined(PATIENCE, () -> watch.waiting(() -> "the nodes are getting to know each other"));
        if (stop.isWanted()) {
            return;
        }
        narrator.say("They know each other: whichever is asked, it finds the server of any chunk.");
    }

    private BotReport play(LocalNetwork network, StopSignal stop, Narrator narrator) {
        try (BotCrew crew = new BotCrew()) {
            List<LocalNetwork.Member> nodes = network.members();
            crew.add("Alba", BehaviourKind.BUILD, seed, steppingStone(nodes.get(0)), RADIUS, Dialect.FRAMES);
            crew.add("Bruno", BehaviourKind.WALK, seed + 1, steppingStone(nodes.get(1)), RADIUS, Dialect.FRAMES);
            crew.enter();
            narrator.say("Alba comes in through node A, Bruno through node B; it is one world.");
            long begin = System.nanoTime();
            for (int look = 1; !stop.await(pause(begin)); look++) {
                if (duration != null && left(begin).isZero()) {
                    break;
                }
                if (look % LOOKS_BETWEEN_LESSONS == 0) {
                    narrator.learn(nodes);
                }
                narrator.tellOf(crew.bots());
                narrator.tellOfTheGone(nodes);
                if (look % LOOKS_BETWEEN_SUMS == 0) {
                    narrator.sumUp(nodes, crew.report().blocksPlaced());
                }
            }
            if (!stop.isWanted()) {
                narrator.sumUp(nodes, crew.report().blocksPlaced());
            }
            return crew.report();
        }
    }

    private static HostPort steppingStone(LocalNetwork.Member node) {
        return new HostPort("127.0.0.1", node.spec().ports().udp());
    }

    private Duration pause(long begin) {
        if (duration == null) {
            return BETWEEN_LOOKS;
        }
        Duration left = left(begin);
        return left.compareTo(BETWEEN_LOOKS) < 0 ? left : BETWEEN_LOOKS;
    }

    private Duration left(long begin) {
        Duration left = duration == null ? BETWEEN_LOOKS : duration.minusNanos(System.nanoTime() - begin);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
