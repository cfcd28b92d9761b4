package org.voxelpopuli.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.edits.EditId;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.protocol.cbor.CborFrameCodec;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;

/** A connection of protocol v2 to a {@link FakeServer}. */
final class FakeFrames {
    private static final CborFrameCodec CODEC = new CborFrameCodec();

    final Set<ChunkPos> chunks = new LinkedHashSet<>();
    final List<ClientFrame.ChangeBlock> asked = new ArrayList<>();
    final StreamTransport.Connection connection;
    ClientFrame.Hello hello;
    private final FakeServer server;
    private final FrameFraming framing = new FrameFraming(8 << 10);
    private int prefaceLeft = 3;
    private final Map<ChunkPos, Long> versions = new HashMap<>();
    private long version;

    FakeFrames(FakeServer server, StreamTransport.Connection connection) {
        this.server = server;
        this.connection = connection;
    }

    void say(Frame frame) {
        connection.send(FrameFraming.framed(CODEC.encode(frame)));
    }

    void show(ChunkPos chunk) {
        versions.put(chunk, version + 1);
        say(new ServerFrame.ChunkState(
                chunk, ++version, server.world.chunk(chunk).copy()));
    }

    /** Says that a block changed, in so many versions after the last state. */
    void change(ChunkPos chunk, int after, int voxel, int block) {
        say(new ServerFrame.BlocksChanged(
                chunk, versions.get(chunk) + after, List.of(new ServerFrame.Changed(voxel, block))));
    }

    void tick(boolean second) {
        for (ChunkPos chunk : chunks) {
            if (second) {
                say(new ServerFrame.InChunk(chunk, new ServerPacket.TimeOfDay(720)));
            }
        }
    }

    void received(byte[] bytes) {
        int skipped = Math.min(prefaceLeft, bytes.length);
        prefaceLeft -= skipped;
        framing.append(Arrays.copyOfRange(bytes, skipped, bytes.length));
        for (Optional<byte[]> next = framing.next(); next.isPresent(); next = framing.next()) {
            Decoded<Frame> decoded = CODEC.decode(next.get());
            if (!(decoded instanceof Decoded.Accepted<Frame> accepted)) {
                throw new AssertionError("the client sent nonsense: " + decoded);
            }
            if (!server.silent) {
                received(accepted.value());
            }
        }
    }

    private void received(Frame frame) {
        if (frame instanceof ClientFrame.Hello said) {
            hello = said;
            if (!said.world().isEmpty() && !said.world().equals(server.identity)) {
                say(new ServerFrame.Goodbye("this is another world"));
                connection.close();
                return;
            }
            say(new ServerFrame.Welcome(2, server.identity));
        } else if (frame instanceof ClientFrame.Subscribe subscribe) {
            server.subscribed.add(subscribe.chunk());
            if (server.refuseConnects) {
                say(new ServerFrame.ChunkGone(subscribe.chunk(), "not resident"));
            } else if (server.redirects.isPresent()) {
                say(new ServerFrame.Redirect(subscribe.chunk(), server.redirects.get()));
            } else {
                chunks.add(subscribe.chunk());
                show(subscribe.chunk());
            }
        } else if (frame instanceof ClientFrame.Unsubscribe unsubscribe) {
            chunks.remove(unsubscribe.chunk());
        } else if (frame instanceof ClientFrame.ChangeBlock change) {
            asked.add(change);
            change(change);
        } else if (frame instanceof ClientFrame.OfPlayer ofPlayer) {
            if (ofPlayer.packet() instanceof ClientPacket.RegisterPlayer) {
                server.events.add("register " + ofPlayer.chunk());
            } else if (ofPlayer.packet() instanceof ClientPacket.DeregisterPlayer) {
                server.events.add("deregister " + ofPlayer.chunk());
            }
        }
    }

    private void change(ClientFrame.ChangeBlock change) {
        if (!chunks.contains(change.chunk()) || server.dropEdits) {
            return;
        }
        if (server.world.refusedBlocks.contains(change.block())) {
            say(new ServerFrame.EditRefused(change.chunk(), change.number(), "no such block"));
            return;
        }
        if (server.world.applied.add(change.chunk() + " " + new EditId(hello.session(), change.number()))) {
            server.world.chunk(change.chunk()).set(change.voxel(), change.block());
            server.world.history.add(BlockPos.ofVoxel(change.chunk(), change.voxel()) + " = " + change.block());
            server.frames.stream()
                    .filter(each -> each.chunks.contains(change.chunk()))
                    .forEach(each -> each.show(change.chunk()));
        }
        if (!server.mute) {
            say(new ServerFrame.EditAccepted(change.chunk(), change.number()));
        }
    }
}
