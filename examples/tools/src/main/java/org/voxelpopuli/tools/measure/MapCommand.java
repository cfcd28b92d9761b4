package org.voxelpopuli.tools.measure;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.voxelpopuli.client.Dialect;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.tools.bot.BehaviourKind;
import org.voxelpopuli.tools.bot.Bot;
import org.voxelpopuli.tools.bot.BotCrew;
import org.voxelpopuli.tools.console.Count;
import org.voxelpopuli.tools.console.HostPort;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.StopSignal;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.map.SvgMap;
import org.voxelpopuli.tools.map.WorldMap;
import org.voxelpopuli.tools.nodes.Actuator;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.tools.nodes.LocalNetwork;
import org.voxelpopuli.tools.nodes.OwnedChunk;
import org.voxelpopuli.tools.nodes.Ports;
import org.voxelpopuli.tools.nodes.StartWatch;
import org.voxelpopuli.world.Position;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws which node serves which chunk. */
@Command(
        name = "map",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Draws which node serves which chunk, as an SVG picture. Without --nodes it starts three nodes, lets bots walk and build"
                    + " for a while, draws, and stops them all."
        })
final class MapCommand implements Callable<Integer> {
    private static final int NODES = 3;
    private static final int MOST_BOTS = 20;
    private static final int RADIUS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final List<String> NAMES = List.of("Alba", "Bruno", "Carla", "Dario", "Elena", "Fabio");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "ADDRESS",
            description =
                    "HTTP addresses of running nodes, as in 127.0.0.1:8080,127.0.0.1:8081: these are drawn as they are.")
    private List<URI> addresses = new ArrayList<>();

    @Option(
            names = "--out",
            defaultValue = "map.svg",
            paramLabel = "FILE",
            description = "Where the picture goes. Default: ${DEFAULT-VALUE} in the working folder.")
    private Path file = Path.of("");

    @Option(
            names = "--duration",
            defaultValue = "60s",
            description = "How long the bots walk. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--bots",
            defaultValue = "4",
            description = "How many, 0.." + MOST_BOTS + ". Default: ${DEFAULT-VALUE}.")
    private int bots;

    @Option(names = "--seed", defaultValue = "1", description = "Decides where they go. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print the numbers of the legend as JSON.")
    private boolean json;

    /**
     * The shape of the JSON.
     *
     * @param file the picture
     * @param chunks drawn
     * @param byServer how many of them each game server serves
     */
    record Output(String file, int chunks, Map<String, Integer> byServer) {}

    @Override
    public Integer call() {
        Ranges.require(spec, "--bots", bots, 0, MOST_BOTS);
        WorldMap map = addresses.isEmpty() ? mapOfOwnNetwork() : mapOf(named(addresses), List.of());
        write(map);
        Map<String, Integer> byServer = new LinkedHashMap<>();
        map.servers().forEach(server -> byServer.put(server.address(), map.chunksOf(server)));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonOutput.write(new Output(file.toString(), map.tiles().size(), byServer)));
        } else {
            byServer.forEach((server, chunks) -> out.println(server + " serves " + Count.of(chunks, "chunk")));
            out.println("The picture of " + Count.of(map.tiles().size(), "chunk") + " is in " + file);
        }
        out.flush();
        return 0;
    }

    private void write(WorldMap map) {
        try {
            Files.writeString(file, SvgMap.draw(map));
        } catch (IOException e) {
            throw new ToolException("Cannot write " + file + ": " + FileError.words(e), e);
        }
    }

    private static Map<String, Actuator> named(List<URI> addresses) {
        Map<String, Actuator> nodes = new LinkedHashMap<>();
        for (int i = 0; i < addresses.size(); i++) {
            nodes.put("Node " + (char) ('A' + i % 26) + (i < 26 ? "" : i / 26), new Actuator(addresses.get(i)));
        }
        return nodes;
    }

    private WorldMap mapOfOwnNetwork() {
        Path folder = Folders.temporary("voxelpopuli-map");
        try (StopSignal stop = StopSignal.install();
                LocalNetwork network = new LocalNetwork(Installation.find(), List.of("-Xmx256m"), stop::isWanted)) {
            LocalNetwork.specs(Ports.free(NODES), folder).forEach(network::start);
            StartWatch watch = new StartWatch(spec.commandLine().getErr()::println, System::nanoTime);
            network.awaitJoined(PATIENCE, () -> watch.waiting(network::readiness));
            if (stop.isWanted()) {
                throw new ToolException("Stopped before there was anything to draw.");
            }
            Map<String, Actuator> nodes = new LinkedHashMap<>();
            network.members().forEach(node -> nodes.put("Node " + node.name(), node.actuator()));
            WorldMap map = walkAndDraw(nodes, network, stop);
            network.stop();
            // Only now: what the nodes wrote tells why a measurement failed.
            Folders.delete(folder);
            return map;
        }
    }

    private WorldMap walkAndDraw(Map<String, Actuator> nodes, LocalNetwork network, StopSignal stop) {
        Map<Bot, List<WorldMap.Point>> points = new LinkedHashMap<>();
        try (BotCrew crew = new BotCrew()) {
            for (int i = 0; i < bots; i++) {
                String name = i < NAMES.size() ? NAMES.get(i) : "Bot-" + (i + 1);
                HostPort stone = new HostPort(
                        "127.0.0.1",
                        network.members().get(i % NODES).spec().ports().udp());
                BehaviourKind kind = i % 2 == 0 ? BehaviourKind.WALK : BehaviourKind.BUILD;
                points.put(crew.add(name, kind, seed + i, stone, RADIUS, Dialect.FRAMES), new ArrayList<>());
            }
            crew.enter();
            long begin = System.nanoTime();
            try (Progress progress =
                    new Progress(spec.commandLine().getErr(), "Players in the world: " + bots, duration)) {
                for (Duration elapsed = Duration.ZERO;
                        elapsed.compareTo(duration) < 0 && !stop.await(BETWEEN_LOOKS); ) {
                    elapsed = Duration.ofNanos(System.nanoTime() - begin);
                    network.requireAlive();
                    points.forEach((bot, trail) -> trail.add(point(bot.position())));
                    progress.show(elapsed, Count.of(crew.report().chunksSeen(), "chunk") + " seen");
                }
            }
            // While the bots are there: a node counts the edits of chunks that are awake.
            return mapOf(
                    nodes,
                    points.entrySet().stream()
                            .map(entry -> new WorldMap.Trail(entry.getKey().name(), entry.getValue()))
                            .toList());
        }
    }

    private static WorldMap.Point point(Position position) {
        return new WorldMap.Point(position.x(), position.z());
    }

    private static WorldMap mapOf(Map<String, Actuator> nodes, List<WorldMap.Trail> trails) {
        List<WorldMap.Server> servers = new ArrayList<>();
        List<WorldMap.Tile> tiles = new ArrayList<>();
        OptionalLong seed = OptionalLong.empty();
        for (Map.Entry<String, Actuator> node : nodes.entrySet()) {
            Actuator actuator = node.getValue();
            List<OwnedChunk> chunks = actuator.chunks()
                    .orElseThrow(() -> new ToolException("No node answers at " + actuator.endpoint("chunks")
                            + ". Is it running, and is that its HTTP port?"));
            servers.add(new WorldMap.Server(node.getKey(), actuator.gameServer().orElse("unknown address")));
            chunks.stream()
                    .filter(chunk -> chunk.position().y() == 0)
                    .forEach(chunk -> tiles.add(new WorldMap.Tile(chunk.position(), chunk.owner(), chunk.edits() > 0)));
            seed = seed.isPresent() ? seed : actuator.worldSeed();
        }
        return new WorldMap(servers, tiles, trails, seed);
    }
}
