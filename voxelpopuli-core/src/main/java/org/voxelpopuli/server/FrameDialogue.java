package org.voxelpopuli.server;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.runtime.StreamTransport.Handler;

/**
 * Protocol v2 (DESIGN D6): the preface, then frames, of which the first says who is there: a client, or another node. Belongs to the
 * connection's worker.
 */
final class FrameDialogue implements Dialogue {
    private static final Logger log = LoggerFactory.getLogger(FrameDialogue.class);
    private static final byte[] PREFACE = FrameFraming.preface();

    private final ConnectionSession session;
    private final ChunkServer server;
    private final ServerContext context;
    private final FrameFraming framing;
    private int prefaceSeen;
    private @Nullable ClientDialogue client;
    private @Nullable Handler peer;

    FrameDialogue(ConnectionSession session, ChunkServer server, ServerContext context) {
        this.session = session;
        this.server = server;
        this.context = context;
        this.framing = new FrameFraming(context.settings().limits().frameIntoServer());
    }

    @Override
    public void received(byte[] bytes) {
        if (peer != null) {
            peer.received(bytes);
            return;
        }
        int at = 0;
        while (prefaceSeen < PREFACE.length && at < bytes.length) {
            if (bytes[at++] != PREFACE[prefaceSeen++]) {
                session.cutOff("bad-handshake", "the first bytes are those of no dialect");
                return;
            }
        }
        framing.append(at == 0 ? bytes : Arrays.copyOfRange(bytes, at, bytes.length));
        for (Optional<byte[]> frame = next(); frame.isPresent(); frame = next()) {
            frame(frame.get());
        }
        if (framing.overflowed() && !session.isEnding()) {
            session.cutOff(
                    "frame-too-long",
                    "a frame exceeds " + context.settings().limits().frameIntoServer() + " bytes");
        }
    }

    private Optional<byte[]> next() {
        return session.isEnding() || peer != null ? Optional.empty() : framing.next();
    }

    private void frame(byte[] bytes) {
        Decoded<Frame> decoded = context.frames().decode(bytes);
        if (client != null) {
            client.received(decoded);
        } else if (decoded instanceof Decoded.Accepted<Frame> accepted) {
            open(accepted.value());
        } else if (decoded instanceof Decoded.Rejected<Frame> rejected) {
            refuse(rejected.detail());
        }
    }

    private void open(Frame first) {
        session.handshaken();
        if (first instanceof ClientFrame.Hello hello) {
            client = ClientDialogue.open(session, server, context, hello);
        } else if (first instanceof PeerFrame.Greeting greeting) {
            peer = context.replication().accept(session.connection(), framing, greeting);
        } else {
            refuse("the first frame is a " + first.getClass().getSimpleName()
                    + ", allowed are a client's hello and a node's greeting");
        }
    }

    private void refuse(String why) {
        log.info("{} is refused: {}", session.connection().remoteAddress(), why);
        session.finish("bad-handshake", context.encode(new ServerFrame.Goodbye(why)));
    }

    @Override
    public boolean endOfInput() {
        return peer != null && peer.endOfInput();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        if (peer != null) {
            peer.closed(cause);
        }
        if (client != null) {
            client.closed();
        }
    }
}
