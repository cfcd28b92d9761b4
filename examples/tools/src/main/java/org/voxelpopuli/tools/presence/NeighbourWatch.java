package org.voxelpopuli.tools.presence;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.kademlia.presence.KademliaRoutes;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.presence.Avatar;
import org.voxelpopuli.presence.Neighbour;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceListener;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.dht.LocalDht;
import org.voxelpopuli.tools.dht.NodeKind;
import org.voxelpopuli.world.PlayerName;

/** Avatars that walk about, each on a node of its own with sockets of loopback, and what they see of each other and of those of other processes. Used by one thread. */
public final class NeighbourWatch implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(1_000 / Trace.STEPS_PER_SECOND);

    /** A frame is shown twice a second. */
    private static final int STEPS_OF_A_FRAME = 12;

    /** All walk in a square of so many units. */
    private static final double SIDE = 300;

    private static final int COLUMNS = 64;
    private static final int LINES = 20;
    private static final int SHOWN_NAMES = 6;

    private final LocalDht dht;
    private final List<Presence> presences = new ArrayList<>();
    private final List<Avatar> avatars = new ArrayList<>();
    private final List<Walk> walks = new ArrayList<>();

    /**
     * Brings the avatars into the world.
     *
     * @param network {@code host:port} of a node whose network they join; null for one of their own
     * @throws ToolException if they cannot join it; then all that has begun is closed
     */
    public NeighbourWatch(int count, String name, long seed, @Nullable String network) {
        SplittableRandom seeds = new SplittableRandom(seed);
        List<CompletableFuture<Presence>> starting = new ArrayList<>();
        List<Runnable> begin = new ArrayList<>();
        dht = new LocalDht(new NodeKind(20, Compatibility.NONE, Dialect.CBOR), seeds.split(), (node, environment) -> {
            KademliaRoutes routes = KademliaRoutes.of(node, environment);
            begin.add(() -> starting.add(Presence.start(
                    environment,
                    Ed25519.generate(0),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    routes::at,
                    PresenceSettings.DEFAULT)));
        });
        try {
            for (int i = 0; i < count; i++) {
                if (network != null && i == 0) {
                    var unused = dht.joinOthers(network);
                } else {
                    var unused = dht.join();
                }
            }
            begin.forEach(Runnable::run);
            for (int i = 0; i < count; i++) {
                RandomGenerator random = seeds.split();
                Walk walk = new Walk(random, 4, 20, anywhere(random), () -> anywhere(random));
                walks.add(walk);
                presences.add(starting.get(i).join());
                avatars.add(presences
                        .get(i)
                        .join(new PlayerName(name + i), walk.next(), new PresenceListener() {})
                        .join());
            }
        } catch (RuntimeException e) {
            // Nobody else can close what has begun, whatever it was that failed.
            close();
            throw e;
        }
    }

    private static Point anywhere(RandomGenerator random) {
        return TraceKind.anywhere(random, SIDE / 2);
    }

    /** Through which others may join, {@code host:port}. */
    public String address() {
        return dht.address();
    }

    /**
     * Lets them walk, and shows what they see twice a second.
     *
     * @param frames how often
     * @param between waits for the next step; false ends it
     * @param screen takes the lines of each time
     */
    public void run(int frames, Predicate<Duration> between, Consumer<List<String>> screen) {
        for (int frame = 0; frame < frames; frame++) {
            for (int step = 0; step < STEPS_OF_A_FRAME; step++) {
                if (!between.test(STEP)) {
                    return;
                }
                for (int i = 0; i < avatars.size(); i++) {
                    avatars.get(i).moveTo(walks.get(i).next());
                }
            }
            screen.accept(picture());
        }
    }

    private List<String> picture() {
        Avatar first = avatars.get(0);
        List<Neighbour> near = first.neighbours();
        char[][] map = new char[LINES][COLUMNS];
        for (char[] line : map) {
            Arrays.fill(line, '.');
        }
        for (int i = near.size() - 1; i >= 0; i--) {
            put(map, near.get(i).position(), letter(i));
        }
        put(map, first.position(), '@');
        List<String> lines = new ArrayList<>();
        lines.add("What " + text(first) + " sees; the map is " + Math.round(SIDE) + " units wide, @ is itself");
        for (char[] line : map) {
            lines.add(new String(line));
        }
        for (int i = 0; i < near.size(); i++) {
            lines.add(letter(i) + "  " + text(first, near.get(i)));
        }
        for (Avatar avatar : avatars.subList(1, avatars.size())) {
            List<String> names = avatar.neighbours().stream()
                    .limit(SHOWN_NAMES)
                    .map(each -> text(avatar, each))
                    .toList();
            lines.add(text(avatar) + " sees " + avatar.neighbours().size() + ": " + String.join(", ", names));
        }
        return lines;
    }

    private static char letter(int number) {
        return (char) ('a' + number % 26);
    }

    private static void put(char[][] map, Point at, char letter) {
        int column = (int) Math.floor((at.x() - Trace.MIDDLE.x() + SIDE / 2) / SIDE * COLUMNS);
        int line = (int) Math.floor((at.z() - Trace.MIDDLE.z() + SIDE / 2) / SIDE * LINES);
        if (column >= 0 && column < COLUMNS && line >= 0 && line < LINES) {
            map[line][column] = letter;
        }
    }

    private static String text(Avatar avatar) {
        return String.format(
                Locale.ROOT,
                "%s at %.0f,%.0f",
                avatar.name().name().text(),
                avatar.position().x(),
                avatar.position().z());
    }

    private static String text(Avatar avatar, Neighbour neighbour) {
        return String.format(
                Locale.ROOT,
                "%s %.0f away",
                neighbour.name().name().text(),
                avatar.position().distance(neighbour.position()));
    }

    @Override
    public void close() {
        presences.forEach(Presence::close);
        dht.close();
    }
}
