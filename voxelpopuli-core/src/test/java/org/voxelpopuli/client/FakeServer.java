package org.voxelpopuli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.SeedFraming;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** As much of a game server as the client's tests need; knobs make it misbehave. */
final class FakeServer {
    private static final SeedJsonCodec CODEC = new SeedJsonCodec();

    final FakeWorld world;
    final ServerAddress address;
    final List<Session> sessions = new ArrayList<>();
    final List<Handshake> handshakes = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    boolean refuseConnects;
    boolean silent;
    boolean dropEdits;
    /** Edits are applied and not acknowledged. */
    boolean mute;

    /** Where clients of protocol v2 are sent that subscribe. */
    Optional<ServerAddress> redirects = Optional.empty();

    String identity = "world";
    final List<FakeFrames> frames = new ArrayList<>();
    final List<ChunkPos> subscribed = new ArrayList<>();
    private int ticks;
    /** Queries for chunks. */
    int asked;

    private final Worker worker;
    private final CompletableFuture<StreamTransport.Listener> listener;

    FakeServer(FakeWorld world, SimulatedHost host, int port) {
        this.world = world;
        this.address = new ServerAddress(host.address().getHostAddress(), port);
        this.worker = host.worker("server");
        this.listener = host.streams().listen(host.socketAddress(port), connection -> {
            Session session = new Session(connection);
            sessions.add(session);
            return session;
        });
        tick();
    }

    private void tick() {
        for (Session session : List.copyOf(sessions)) {
            if (session.chunk != null && !silent) {
                if (session.changed) {
                    session.changed = false;
                    session.say(new ServerPacket.ChunkData(
                            world.chunk(session.chunk).copy()));
                }
                session.say(new ServerPacket.TimeOfDay(720));
            }
        }
        ticks++;
        if (!silent) {
            frames.forEach(each -> each.tick(ticks % 20 == 0));
        }
        worker.schedule(Duration.ofMillis(50), this::tick);
    }

    void change(BlockPos at, int block) {
        world.chunk(at.chunk()).set(at.voxel(), block);
        sessions.stream().filter(s -> at.chunk().equals(s.chunk)).forEach(s -> s.changed = true);
    }

    void abortAll() {
        List.copyOf(sessions).forEach(s -> s.connection.abort());
    }

    void stopListening() {
        var unused = listener.thenCompose(StreamTransport.Listener::close);
    }

    List<Session> clients(ChunkPos chunk) {
        return sessions.stream().filter(s -> chunk.equals(s.chunk)).toList();
    }

    Set<ChunkPos> connectedChunks() {
        Set<ChunkPos> chunks = new HashSet<>();
        sessions.stream().filter(s -> s.chunk != null).forEach(s -> chunks.add(s.chunk));
        return chunks;
    }

    final class Session implements StreamTransport.Handler {
        final StreamTransport.Connection connection;
        final SeedFraming framing = new SeedFraming(8 << 10);
        final Map<PlayerName, Position> players = new TreeMap<>();

        @Nullable
        Handshake handshake;

        @Nullable
        ChunkPos chunk;

        boolean changed;

        @Nullable
        FakeFrames inFrames;

        Session(StreamTransport.Connection connection) {
            this.connection = connection;
        }

        void say(ServerPacket packet) {
            connection.send(CODEC.encode(packet));
        }

        void say(String text) {
            connection.send(text.getBytes(UTF_8));
        }

        @Override
        public void received(byte[] bytes) {
            if (handshake == null && inFrames == null && bytes[0] == (byte) 0xD9) {
                inFrames = new FakeFrames(FakeServer.this, connection);
                frames.add(inFrames);
            }
            if (inFrames != null) {
                inFrames.received(bytes);
                return;
            }
            framing.append(bytes);
            while (true) {
                Optional<byte[]> frame = handshake == null
                        ? framing.nextValue()
                        : handshake instanceof Handshake.Dht ? framing.nextQuery() : framing.nextLine();
                if (frame.isEmpty()) {
                    return;
                }
                if (handshake == null) {
                    greet(accepted(CODEC.decodeHandshake(frame.get())));
                } else if (handshake instanceof Handshake.Dht) {
                    answer(accepted(CODEC.decodeDirectoryQuery(frame.get())));
                } else {
                    apply(accepted(CODEC.decodeClientPacket(frame.get())));
                }
            }
        }

        private void greet(Handshake said) {
            handshake = said;
            handshakes.add(said);
            if (silent) {
                return;
            }
            if (said instanceof Handshake.Connect connect) {
                if (refuseConnects) {
                    connection.send(CODEC.encode(Acknowledgement.failure("not resident")));
                    connection.close();
                    return;
                }
                connection.send(CODEC.encode(Acknowledgement.OK));
                chunk = connect.chunk();
                changed = true;
                for (Session other : clients(chunk)) {
                    other.players.forEach((name, at) -> say(new ServerPacket.PlayerRegistered(name, at)));
                }
                return;
            }
            connection.send(CODEC.encode(Acknowledgement.OK));
        }

        private void answer(DirectoryQuery query) {
            if (silent) {
                return;
            }
            DirectoryReply reply;
            if (query instanceof DirectoryQuery.LocateChunk locate) {
                world.located.add(locate.chunk());
                asked++;
                reply = new DirectoryReply.ChunkServerAt(world.owner(locate.chunk()).address);
            } else {
                reply = new DirectoryReply.PlayerAt(
                        world.lastSeen.getOrDefault(((DirectoryQuery.FindPlayer) query).player(), Position.SPAWN));
            }
            connection.send(CODEC.encode(reply));
        }

        private void apply(ClientPacket packet) {
            if (packet instanceof ClientPacket.RegisterPlayer register) {
                events.add("register " + register.player() + " " + chunk);
                players.put(register.player(), register.position());
                relay(new ServerPacket.PlayerRegistered(register.player(), register.position()));
            } else if (packet instanceof ClientPacket.MovePlayer move) {
                players.put(move.player(), move.position());
                relay(new ServerPacket.PlayerMoved(move.player(), move.position()));
            } else if (packet instanceof ClientPacket.DeregisterPlayer leave) {
                deregister(leave.player());
            } else if (packet instanceof ClientPacket.ChangeBlock change
                    && !dropEdits
                    && !world.refusedBlocks.contains(change.block())) {
                FakeServer.this.change(chunk.block(change.x(), change.y(), change.z()), change.block());
            }
        }

        private void deregister(PlayerName name) {
            events.add("deregister " + name + " " + chunk);
            Position last = players.remove(name);
            if (last != null) {
                world.lastSeen.put(name, last);
                relay(new ServerPacket.PlayerDeregistered(name));
            }
        }

        private void relay(ServerPacket packet) {
            for (Session other : clients(chunk)) {
                if (other != this) {
                    other.say(packet);
                }
            }
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            sessions.remove(this);
            frames.remove(inFrames);
            List.copyOf(players.keySet()).forEach(this::deregister);
        }
    }

    private static <T> T accepted(Decoded<T> decoded) {
        if (decoded instanceof Decoded.Accepted<T> accepted) {
            return accepted.value();
        }
        throw new AssertionError("the client sent nonsense: " + decoded);
    }
}
