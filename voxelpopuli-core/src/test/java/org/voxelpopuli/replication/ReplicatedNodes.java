package org.voxelpopuli.replication;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditLog;
import org.voxelpopuli.edits.HybridClock;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.cbor.CborFrameCodec;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.Partition;
import org.voxelpopuli.simulation.SimulatedDisk;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;

/** Nodes that do nothing but replicate, under virtual time, with a directory that knows who runs. Distances are those of the node ids to an id of zeros. */
final class ReplicatedNodes {
    static final ChunkPos CHUNK = new ChunkPos(3, 0, -1);
    static final int PORT = 4001;
    static final Duration SOON = Duration.ofSeconds(20);

    final Simulation simulation;
    final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, SimulatedDisk> disks = new HashMap<>();
    ReplicationSettings settings = ReplicationSettings.DEFAULT;

    ReplicatedNodes(long seed) {
        simulation = new Simulation(seed);
    }

    /** A node, ready to replicate; one of a name that has crashed goes on with its disk. */
    Node start(String name) {
        Node node = new Node(name);
        nodes.put(name, node);
        node.begin();
        nodes.values().forEach(Node::membersChanged);
        return node;
    }

    List<Node> start(int count) {
        List<Node> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(start("n" + i));
        }
        simulation.run(Duration.ofSeconds(1));
        return started;
    }

    /** The nodes that run, the nearest to the chunk first. */
    List<Node> nearest() {
        return nodes.values().stream()
                .filter(node -> node.host.isRunning())
                .sorted(Comparator.comparing(node -> node.id))
                .toList();
    }

    Node owner() {
        List<Node> owners =
                nearest().stream().filter(node -> node.serves(CHUNK)).toList();
        if (owners.size() != 1) {
            throw new AssertionError("owners are " + owners);
        }
        return owners.get(0);
    }

    /** The nearest, which serves the chunk from now on. */
    Node served() {
        Node nearest = nearest().get(0);
        await(nearest.replication.take(CHUNK));
        return nearest;
    }

    /** From now on, these nodes and the rest do not reach each other. */
    Partition cutOff(List<Node> some, List<Node> all) {
        Partition cut = Partition.between(
                some.stream().map(node -> node.host).toList(),
                all.stream()
                        .filter(node -> !some.contains(node))
                        .map(node -> node.host)
                        .toList());
        simulation.network().add(cut);
        return cut;
    }

    void await(CompletableFuture<?> future) {
        simulation.await(future, SOON);
    }

    SimulatedDisk disk(String name) {
        return disks.computeIfAbsent(name, key -> new SimulatedDisk(simulation, key));
    }

    final class Node implements ChunkOwner, Directory {
        final String name;
        final SimulatedHost host;
        final WorldStore disk;
        final NodeIdentity identity;
        final WriterId id;
        final ServerAddress address;
        final HybridClock clock;
        final Map<ChunkPos, EditLog> shown = new HashMap<>();
        final List<Claim> lost = new ArrayList<>();
        final Map<ChunkPos, Claim> published = new HashMap<>();
        private final List<Runnable> listeners = new ArrayList<>();
        Replication replication;
        private PeerLinks asking;
        private Worker askWorker;

        /** Whether it is not one of the k nearest to the chunk in the whole network; who is cut off with it does not know better. */
        boolean far;

        Node(String name) {
            this.name = name;
            this.host = simulation.newHost(name);
            this.disk = disk(name).mount(host);
            this.identity = host.newIdentity(0);
            this.id = WriterId.of(identity.id());
            this.address = new ServerAddress(host.address().getHostAddress(), PORT);
            this.clock = new HybridClock(id);
        }

        private void begin() {
            replication = simulation.await(
                    disk.residentChunks()
                            .thenCompose(stored -> Replication.open(
                                    host,
                                    settings,
                                    disk,
                                    stored,
                                    this,
                                    identity,
                                    address,
                                    "world",
                                    new CborFrameCodec(),
                                    1 << 20)),
                    SOON);
            simulation.await(host.streams().listen(new InetSocketAddress(host.address(), PORT), this::accept), SOON);
            replication.start(this);
        }

        /** What core's server does with the first bytes of a connection, in a few lines. */
        private StreamTransport.Handler accept(StreamTransport.Connection connection) {
            FrameFraming framing = new FrameFraming(1 << 20);
            return new StreamTransport.Handler() {
                private StreamTransport.Handler next;
                private int skipped;

                @Override
                public void received(byte[] bytes) {
                    if (next != null) {
                        next.received(bytes);
                        return;
                    }
                    int preface = Math.min(FrameFraming.preface().length - skipped, bytes.length);
                    skipped += preface;
                    framing.append(Arrays.copyOfRange(bytes, preface, bytes.length));
                    framing.next().ifPresent(frame -> {
                        Decoded<Frame> decoded = new CborFrameCodec().decode(frame);
                        next = replication.accept(
                                connection, framing, (PeerFrame.Greeting) ((Decoded.Accepted<Frame>) decoded).value());
                    });
                }

                @Override
                public void closed(Throwable cause) {
                    if (next != null) {
                        next.closed(cause);
                    }
                }
            };
        }

        boolean serves(ChunkPos chunk) {
            return shown.containsKey(chunk);
        }

        Edit edit(int voxel, int block) {
            return new Edit(voxel, block, clock.next(host.clock().wallMillis()));
        }

        CompletableFuture<Void> keep(Edit... edits) {
            EditBatch batch = EditBatch.of(List.of(edits));
            EditLog log = shown.get(CHUNK);
            if (log != null) {
                log.merge(batch);
            }
            return replication.keep(CHUNK, batch);
        }

        /** What another node answers to whatever this one says. */
        PeerFrame.Answer ask(Node other, PeerFrame.Question question) {
            if (asking == null) {
                askWorker = host.worker("questions");
                PeerContext context = new PeerContext(
                        host, identity, address, "world", new SharedSecret(new byte[0]), new CborFrameCodec(), 1 << 20);
                asking = new PeerLinks(context, askWorker, settings, server -> {}, () -> {});
            }
            CompletableFuture<PeerFrame.Answer> answer = new CompletableFuture<>();
            askWorker.execute(() -> {
                var unused = asking.ask(other.address, question, SOON).whenComplete((given, failure) -> {
                    if (failure == null) {
                        answer.complete(given);
                    } else {
                        answer.completeExceptionally(failure);
                    }
                });
            });
            return simulation.await(answer, SOON);
        }

        /** What is on the disk, and would be there after a crash. */
        List<Edit> durable() {
            return simulation.await(disk.loadEdits(CHUNK), SOON).edits();
        }

        void crash() {
            host.crash();
        }

        @Override
        public String toString() {
            return name;
        }

        // ChunkOwner

        @Override
        public void absorb(ChunkPos chunk, EditBatch edits) {
            var unused = shown.computeIfAbsent(chunk, key -> new EditLog()).merge(edits);
        }

        @Override
        public void served(ChunkPos chunk) {
            EditLog log = new EditLog();
            shown.put(chunk, log);
            var unused = disk.loadEdits(chunk).thenAccept(log::merge);
        }

        @Override
        public void superseded(ChunkPos chunk, Claim winner) {
            shown.remove(chunk);
            lost.add(winner);
        }

        @Override
        public void displaced(PlayerName player, long session, ServerAddress by) {}

        @Override
        public CompletableFuture<Void> pause(ChunkPos chunk) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void resume(ChunkPos chunk) {}

        // Directory

        void membersChanged() {
            listeners.forEach(Runnable::run);
        }

        @Override
        public CompletableFuture<Void> start(ChunkHost chunkHost) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<ServerAddress> locate(ChunkPos chunk) {
            Node nearest = ReplicatedNodes.this.nearest().get(0);
            Optional<Node> serving = ReplicatedNodes.this.nearest().stream()
                    .filter(node -> node.serves(chunk))
                    .findFirst();
            return serving.isPresent()
                    ? CompletableFuture.completedFuture(serving.get().address)
                    : nearest.replication.take(chunk).handle((done, failure) -> {
                        if (failure != null) {
                            throw new DirectoryException(failure.getMessage(), failure);
                        }
                        return nearest.address;
                    });
        }

        @Override
        public CompletableFuture<Optional<ServerAddress>> betterHost(ChunkPos chunk) {
            return CompletableFuture.completedFuture(Optional.empty());
        }

        @Override
        public CompletableFuture<Void> publish(ChunkPos chunk, Claim claim) {
            published.put(chunk, claim);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Replicas replicas() {
            return new Replicas() {
                @Override
                public CompletableFuture<List<PeerNode>> nearest(ChunkPos chunk, int count) {
                    return CompletableFuture.completedFuture(ReplicatedNodes.this.nearest().stream()
                            .filter(node -> node != Node.this)
                            .limit(count)
                            .map(node -> new PeerNode(node.id, node.address))
                            .toList());
                }

                @Override
                public int compareDistance(ChunkPos chunk, WriterId a, WriterId b) {
                    return a.compareTo(b);
                }

                @Override
                public CompletableFuture<Boolean> isNear(ChunkPos chunk, WriterId node) {
                    return CompletableFuture.completedFuture(
                            nodes.values().stream().noneMatch(other -> other.far && other.id.equals(node)));
                }

                @Override
                public void onChange(Runnable listener) {
                    listeners.add(listener);
                }

                @Override
                public byte[] secret() {
                    return new byte[0];
                }
            };
        }

        @Override
        public CompletableFuture<Optional<PlayerRecord>> findPlayer(PlayerName player) {
            return CompletableFuture.completedFuture(Optional.empty());
        }

        @Override
        public CompletableFuture<Void> savePlayer(PlayerRecord player) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> close() {
            return CompletableFuture.completedFuture(null);
        }
    }
}
