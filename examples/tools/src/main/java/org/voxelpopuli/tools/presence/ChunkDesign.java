package org.voxelpopuli.tools.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.Octant;
import org.voxelpopuli.presence.OctreeSpace;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.protocol.cbor.CborFrameCodec;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * The chunk servers of the first document, a model of what our world's protocol v2 does: each node serves some of the chunks; who is in a chunk tells its server each move, and the server tells in ticks of 50 ms all
 * who watch the chunk, a segment of TCP for each. A chunk is a smallest octant here, so that a player watches about as many as in the world. Only frames about players are counted: no blocks, no edits, no
 * acknowledgements of TCP.
 */
final class ChunkDesign implements Design {
    private static final Duration TICK = Duration.ofMillis(50);

    /** The length before each frame. */
    private static final int LENGTH = 4;

    private final Stage stage;
    private final OctreeSpace space;
    private final Map<Octant, Chunk> chunks = new HashMap<>();
    private final List<Set<Integer>> connected = new ArrayList<>();
    private final Areas watched;
    private final Map<Integer, Set<Octant>> covers = new HashMap<>();
    private final Octant[] residences;
    private final double[] sentAt;
    private final int moveBytes;
    private final int movedBytes;
    private final int leftBytes;
    private final int subscribeBytes;

    ChunkDesign(Stage stage) {
        this.stage = stage;
        space = stage.settings().space();
        residences = new Octant[stage.avatars()];
        sentAt = new double[stage.avatars()];
        watched = new Areas(space, stage.settings().radius(), stage.avatars(), new Areas.Listener() {
            @Override
            public void entered(int who, int whom) {
                // The server of the chunk tells it.
            }

            @Override
            public void left(int who, int whom) {
                // As above.
            }
        });
        for (int i = 0; i < stage.avatars(); i++) {
            connected.add(new HashSet<>());
        }
        CborFrameCodec codec = new CborFrameCodec();
        ChunkPos chunk = new ChunkPos(900, 2, 900);
        PlayerName name = new PlayerName("a1000");
        Position position = new Position(30_000.3, 64, 30_000.7, 217.5);
        moveBytes = LENGTH
                + codec.encode(new ClientFrame.OfPlayer(chunk, new ClientPacket.MovePlayer(name, position))).length;
        movedBytes = LENGTH
                + codec.encode(new ServerFrame.InChunk(chunk, new ServerPacket.PlayerMoved(name, position))).length;
        leftBytes =
                LENGTH + codec.encode(new ServerFrame.InChunk(chunk, new ServerPacket.PlayerDeregistered(name))).length;
        subscribeBytes = LENGTH + codec.encode(new ClientFrame.Subscribe(chunk)).length;
        stage.worker().schedule(TICK, this::tick);
    }

    /** A chunk and the node that serves it. */
    private static final class Chunk {
        private final int owner;
        private final BitSet watchers = new BitSet();

        /** When each resident was where it is known to be. */
        private final Map<Integer, Double> residents = new HashMap<>();

        private final Map<Integer, Double> moved = new HashMap<>();
        private final BitSet left = new BitSet();
        private int moves;

        Chunk(int owner) {
            this.owner = owner;
        }
    }

    private Chunk chunk(Octant leaf) {
        return chunks.computeIfAbsent(
                leaf, each -> new Chunk(new SplittableRandom(each.code()).nextInt(stage.avatars())));
    }

    @Override
    public void join(int avatar, Point at) {
        sentAt[avatar] = Double.NEGATIVE_INFINITY;
        residences[avatar] = space.leaf(at);
        move(avatar, at);
    }

    @Override
    public void move(int avatar, Point to) {
        if (watched.moved(avatar, to)) {
            watch(avatar);
        }
        double now = stage.nowMillis();
        if (now - sentAt[avatar] < stage.settings().times().updateInterval().toMillis()) {
            return;
        }
        sentAt[avatar] = now;
        Octant before = residences[avatar];
        Octant leaf = space.leaf(to);
        if (!leaf.equals(before)) {
            residences[avatar] = leaf;
            Chunk old = chunk(before);
            stage.send(Traffic.Use.POSITIONS, avatar, old.owner, leftBytes, () -> {
                old.residents.remove(avatar);
                old.left.set(avatar);
            });
        }
        Chunk chunk = chunk(leaf);
        stage.send(Traffic.Use.POSITIONS, avatar, chunk.owner, moveBytes, () -> {
            chunk.residents.put(avatar, now);
            chunk.moved.put(avatar, now);
            chunk.moves++;
        });
    }

    /** Subscribes to what came into the area, and ends what went out of it. */
    private void watch(int avatar) {
        Set<Octant> now = watched.leaves(avatar);
        Set<Octant> before = covers.getOrDefault(avatar, Set.of());
        covers.put(avatar, now);
        for (Octant leaf : before) {
            if (!now.contains(leaf)) {
                Chunk chunk = chunk(leaf);
                stage.send(Traffic.Use.DISCOVERY, avatar, chunk.owner, subscribeBytes, () -> {
                    chunk.watchers.clear(avatar);
                });
                chunk.residents.keySet().forEach(each -> {
                    if (each != avatar && !now.contains(residences[each])) {
                        stage.sights().gone(avatar, each);
                    }
                });
            }
        }
        now.stream().filter(leaf -> !before.contains(leaf)).sorted().forEach(leaf -> {
            Chunk chunk = chunk(leaf);
            Duration located = stage.directory().ask(avatar, LookupCosts.Operation.FIND);
            boolean isNew = connected.get(avatar).add(chunk.owner) && chunk.owner != avatar;
            // A connection takes a way there and back before the first frame.
            Duration open = isNew ? Duration.ofMillis(2 * Stage.LINK_MILLIS) : Duration.ZERO;
            if (isNew) {
                stage.traffic().carried(Traffic.Use.DISCOVERY, avatar, chunk.owner, 2, 0);
                stage.traffic().carried(Traffic.Use.DISCOVERY, chunk.owner, avatar, 1, 0);
            }
            stage.worker()
                    .schedule(
                            located.plus(open),
                            () -> stage.send(
                                    Traffic.Use.DISCOVERY,
                                    avatar,
                                    chunk.owner,
                                    subscribeBytes,
                                    () -> subscribed(avatar, chunk)));
        });
    }

    private void subscribed(int avatar, Chunk chunk) {
        chunk.watchers.set(avatar);
        Map<Integer, Double> there = Map.copyOf(chunk.residents);
        stage.send(
                Traffic.Use.DISCOVERY,
                chunk.owner,
                avatar,
                movedBytes * there.size() + LENGTH,
                () -> tell(avatar, there));
    }

    private void tell(int avatar, Map<Integer, Double> moves) {
        double now = stage.nowMillis();
        moves.forEach((who, when) -> {
            // What was under way of a chunk that it watches no longer is passed over.
            if (who != avatar && covers.getOrDefault(avatar, Set.of()).contains(residences[who])) {
                stage.sights().drawn(avatar, who, now, Math.round(when));
            }
        });
    }

    private void tick() {
        // What one node has for one player goes in one segment, whatever chunks it is of.
        Map<Long, Integer> bytes = new HashMap<>();
        Map<Long, List<Map<Integer, Double>>> news = new HashMap<>();
        chunks.values().forEach(chunk -> {
            if (!chunk.moved.isEmpty() || !chunk.left.isEmpty()) {
                Map<Integer, Double> moved = Map.copyOf(chunk.moved);
                int size = chunk.moves * movedBytes + chunk.left.cardinality() * leftBytes;
                chunk.watchers.stream().forEach(watcher -> {
                    long key = (long) chunk.owner << 32 | watcher;
                    var unused = bytes.merge(key, size, Integer::sum);
                    news.computeIfAbsent(key, each -> new ArrayList<>()).add(moved);
                });
                chunk.left.stream().forEach(who -> chunk.watchers.stream().forEach(watcher -> {
                    if (watcher != who
                            && !covers.getOrDefault(watcher, Set.of()).contains(residences[who])) {
                        stage.sights().gone(watcher, who);
                    }
                }));
                chunk.moved.clear();
                chunk.left.clear();
                chunk.moves = 0;
            }
        });
        news.keySet().stream().sorted().forEach(key -> {
            int watcher = (int) (key & Integer.MAX_VALUE);
            stage.send(
                    Traffic.Use.POSITIONS,
                    (int) (key >>> 32),
                    watcher,
                    bytes.getOrDefault(key, 0),
                    () -> news.getOrDefault(key, List.of()).forEach(each -> tell(watcher, each)));
        });
        stage.worker().schedule(TICK, this::tick);
    }

    @Override
    public CompletableFuture<Effort> effort() {
        return CompletableFuture.completedFuture(new Effort(0, 0, 0, 0));
    }
}
