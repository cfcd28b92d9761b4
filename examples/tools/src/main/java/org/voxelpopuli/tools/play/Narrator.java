package org.voxelpopuli.tools.play;

import java.io.PrintWriter;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.voxelpopuli.tools.bot.Bot;
import org.voxelpopuli.tools.console.Count;
import org.voxelpopuli.tools.nodes.LocalNetwork;
import org.voxelpopuli.tools.nodes.OwnedChunk;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;

/** Tells what happens, a line at a time, in words for someone who has just met this world. */
final class Narrator {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final String INDENT = "          ";

    private final PrintWriter out;
    private final Map<ChunkPos, String> nodeOfChunk = new HashMap<>();
    private final Map<String, String> lastDoing = new HashMap<>();
    private final Map<String, ChunkPos> lastChunk = new HashMap<>();
    private final Set<String> goneNodes = new HashSet<>();

    Narrator(PrintWriter out) {
        this.out = out;
    }

    void say(String text) {
        out.println(LocalTime.now(ZoneId.systemDefault()).format(TIME) + "  " + text);
        out.flush();
    }

    /** Lines that belong to the one before. */
    void add(String text) {
        out.println(text.isEmpty() ? "" : INDENT + text);
        out.flush();
    }

    void whereToLook(List<LocalNetwork.Member> nodes) {
        add("");
        add("Look inside:");
        for (LocalNetwork.Member node : nodes) {
            add("  " + node.name() + "  " + node.actuator().endpoint("health") + "   "
                    + node.actuator().endpoint("chunks"));
        }
        add("  also replication, dht, players, metrics and info, in the place of health");
        add("Send more players, from another terminal:");
        add("  ./vp bot --node 127.0.0.1:" + nodes.get(0).spec().ports().udp() + " --count 5");
        add("Ctrl-C stops it all. The world is kept and found again by the next ./vp play.");
        add("");
    }

    /** What the bots have begun since the last call, and whose chunks they have walked into. */
    void tellOf(List<Bot> bots) {
        for (Bot bot : bots) {
            Position position = bot.position();
            String doing = bot.doing();
            boolean pausing = doing.startsWith("looks around");
            if (!pausing && !doing.equals(lastDoing.put(bot.name(), doing))) {
                say(bot.name() + " " + doing + ".");
            }
            ChunkPos chunk =
                    new ChunkPos(position.chunk().x(), 0, position.chunk().z());
            ChunkPos before = lastChunk.put(bot.name(), chunk);
            if (before != null && !before.equals(chunk)) {
                String node = nodeOfChunk.get(chunk);
                String from = nodeOfChunk.get(before);
                if (node != null && !node.equals(from)) {
                    say(bot.name() + " walks into chunk " + chunk + ", which " + node + " serves"
                            + (from == null ? "." : "; " + from + " was the one before."));
                }
            }
        }
    }

    /** Asks the nodes for their chunks. */
    void learn(List<LocalNetwork.Member> nodes) {
        for (LocalNetwork.Member node : nodes) {
            node.actuator()
                    .chunks()
                    .ifPresent(chunks -> chunks.forEach(chunk -> nodeOfChunk.put(chunk.position(), node.name())));
        }
    }

    /** Who serves how much of the world. */
    void sumUp(List<LocalNetwork.Member> nodes, int placed) {
        int total = 0;
        long loaded = 0;
        List<String> shares = new ArrayList<>();
        for (LocalNetwork.Member node : nodes) {
            List<OwnedChunk> chunks = node.actuator().chunks().orElse(List.of());
            total += chunks.size();
            loaded += chunks.stream().filter(OwnedChunk::loaded).count();
            shares.add(node.name() + " " + chunks.size());
        }
        say("The world has " + Count.of(total, "chunk") + ": " + String.join(", ", shares) + ". Awake: " + loaded
                + ". Blocks set in this session: " + placed + ".");
    }

    /** Tells once of each node that has ended by itself. */
    void tellOfTheGone(List<LocalNetwork.Member> nodes) {
        for (LocalNetwork.Member node : nodes) {
            if (!node.process().isAlive() && goneNodes.add(node.name())) {
                say("Node " + node.name()
                        + " has ended. Others serve its chunks in a few seconds, those where nobody is a little later; what it wrote is in "
                        + node.spec().log() + ". The next ./vp play starts it again.");
            }
        }
    }
}
