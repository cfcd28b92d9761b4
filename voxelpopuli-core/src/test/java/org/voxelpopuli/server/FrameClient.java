package org.voxelpopuli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.protocol.cbor.CborFrameCodec;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/** A client of protocol v2 under virtual time, which does only what a test tells it. */
final class FrameClient implements StreamTransport.Handler {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final CborFrameCodec CODEC = new CborFrameCodec();

    final SimulatedHost host;
    private final Simulation simulation;
    private final FrameFraming framing = new FrameFraming(Limits.DEFAULT.frameIntoClient());
    private final List<Frame> frames = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Map<ChunkPos, ServerFrame.ChunkState> states = new HashMap<>();
    private StreamTransport.Connection connection;
    private int read;
    /** How many changes came as such. */
    int deltas;

    private FrameClient(Simulation simulation, SimulatedHost host) {
        this.simulation = simulation;
        this.host = host;
    }

    /** Connects and sends the preface. */
    static FrameClient dial(Simulation simulation, String name, InetSocketAddress server) {
        FrameClient client = new FrameClient(simulation, simulation.newHost(name));
        client.connection = simulation.await(client.host.streams().connect(server, LIMIT, opened -> client), LIMIT);
        return client.sendBytes(FrameFraming.preface());
    }

    /** A client that was welcomed. */
    static FrameClient join(SimulatedServer server, String name, long session) {
        FrameClient client = dial(server.simulation, name, server.host.socketAddress(4001))
                .send(new ClientFrame.Hello(2, 2, "", session));
        assertThat(client.next()).isInstanceOf(ServerFrame.Welcome.class);
        return client;
    }

    @Override
    public void received(byte[] bytes) {
        framing.append(bytes);
        for (Optional<byte[]> next = framing.next(); next.isPresent(); next = framing.next()) {
            Decoded<Frame> decoded = CODEC.decode(next.get());
            assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
            frames.add(shown(((Decoded.Accepted<Frame>) decoded).value()));
        }
    }

    /** What changed, as the state that it leads to. */
    private Frame shown(Frame frame) {
        if (frame instanceof ServerFrame.ChunkState state) {
            states.put(state.chunk(), state);
        } else if (frame instanceof ServerFrame.BlocksChanged changed) {
            deltas++;
            ServerFrame.ChunkState before = states.get(changed.chunk());
            assertThat(changed.version()).isEqualTo(before.version() + 1);
            Chunk after = before.blocks().copy();
            changed.blocks().forEach(each -> after.set(each.voxel(), each.block()));
            ServerFrame.ChunkState state = new ServerFrame.ChunkState(changed.chunk(), changed.version(), after);
            states.put(state.chunk(), state);
            return state;
        }
        return frame;
    }

    @Override
    public void closed(Throwable cause) {
        closed.set(true);
    }

    FrameClient send(Frame frame) {
        return sendBytes(FrameFraming.framed(CODEC.encode(frame)));
    }

    FrameClient sendBytes(byte[] bytes) {
        connection.send(bytes);
        return this;
    }

    FrameClient change(ChunkPos chunk, int number, int voxel, int block) {
        return send(new ClientFrame.ChangeBlock(chunk, number, voxel, block));
    }

    FrameClient player(ChunkPos chunk, ClientPacket packet) {
        return send(new ClientFrame.OfPlayer(chunk, packet));
    }

    void hangUp() {
        connection.close();
    }

    boolean isClosed() {
        return closed.get();
    }

    void awaitClosed() {
        simulation.runUntil(closed::get, LIMIT);
    }

    /** The next frame, whatever it is, but the time. */
    Frame next() {
        while (true) {
            simulation.runUntil(() -> frames.size() > read, LIMIT);
            Frame frame = frames.get(read++);
            if (!isTime(frame)) {
                return frame;
            }
        }
    }

    /** The next frame, which is of this type. */
    <T extends Frame> T next(Class<T> type) {
        Frame frame = next();
        assertThat(frame).isInstanceOf(type);
        return type.cast(frame);
    }

    /** The frames that are here and not yet read, but the time. */
    List<Frame> drain() {
        List<Frame> found = frames.subList(read, frames.size()).stream()
                .filter(frame -> !isTime(frame))
                .toList();
        read = frames.size();
        return found;
    }

    /** The number of times that came and were not read. */
    long times() {
        return frames.subList(read, frames.size()).stream()
                .filter(FrameClient::isTime)
                .count();
    }

    static boolean isTime(Frame frame) {
        return frame instanceof ServerFrame.InChunk in && in.packet() instanceof ServerPacket.TimeOfDay;
    }

    static int voxel(int x, int y, int z) {
        return BlockPos.voxel(x, y, z);
    }
}
