package org.voxelpopuli.client;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameCodec;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.cbor.CborFrameCodec;
import org.voxelpopuli.runtime.NodeEnvironment;

/** A connection of protocol v2: says hello, waits for the welcome, then hands on frame after frame. */
final class FrameSession extends ServerSession {
    private static final Logger log = LoggerFactory.getLogger(FrameSession.class);
    private static final FrameCodec CODEC = new CborFrameCodec();

    /** What happens. On the connection's worker, but for a failure to connect, which comes on a thread of the transport. */
    interface Events {
        /** Hello is said; more may be sent, which the server reads after it has taken us. */
        void begun();

        void welcomed(ServerFrame.Welcome welcome);

        /** A frame arrived, after the welcome. */
        void received(ServerFrame frame);

        /** The last event, once, whatever happened before, except after {@link FrameSession#leave()}. */
        void ended(HandshakeException reason);
    }

    private final ClientFrame.Hello hello;
    private final Events events;
    private final Traffic traffic;
    private final FrameFraming framing = new FrameFraming(Limits.DEFAULT.frameIntoClient());

    private FrameSession(ClientFrame.Hello hello, InetSocketAddress address, Events events, Traffic traffic) {
        super(address, traffic);
        this.hello = hello;
        this.events = events;
        this.traffic = traffic;
    }

    /**
     * Begins to connect.
     *
     * @param timeout for connection and welcome together
     */
    static FrameSession open(
            NodeEnvironment environment,
            InetSocketAddress address,
            ClientFrame.Hello hello,
            Duration timeout,
            Traffic traffic,
            Events events) {
        FrameSession session = new FrameSession(hello, address, events, traffic);
        session.connect(environment, address, timeout);
        return session;
    }

    @Override
    byte[] firstWords() {
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        words.writeBytes(FrameFraming.preface());
        words.writeBytes(FrameFraming.framed(CODEC.encode(hello)));
        return words.toByteArray();
    }

    @Override
    void begun() {
        events.begun();
    }

    void send(ClientFrame frame) {
        send(FrameFraming.framed(CODEC.encode(frame)));
    }

    @Override
    void read(byte[] bytes) {
        framing.append(bytes);
        while (!isOver()) {
            Optional<byte[]> frame = framing.next();
            if (frame.isEmpty()) {
                break;
            }
            read(CODEC.decode(frame.get()));
        }
        if (framing.overflowed()) {
            end(
                    HandshakeException.Kind.BROKEN,
                    "sent a frame of more than " + Limits.DEFAULT.frameIntoClient()
                            + " bytes, or speaks another dialect");
        }
    }

    private void read(Decoded<Frame> decoded) {
        if (decoded instanceof Decoded.Rejected<Frame> rejected) {
            traffic.rejected();
            // What a newer server says and we do not understand we can do without.
            if (rejected.rejection() != Rejection.UNKNOWN_TYPE) {
                end(HandshakeException.Kind.BROKEN, "sent a frame that is none: " + rejected.detail());
            }
        } else if (decoded instanceof Decoded.Accepted<Frame> accepted) {
            read(accepted.value());
        }
    }

    private void read(Frame frame) {
        if (frame instanceof ServerFrame.Goodbye goodbye) {
            HandshakeException.Kind kind =
                    isEstablished() ? HandshakeException.Kind.BROKEN : HandshakeException.Kind.REFUSED;
            end(kind, (isEstablished() ? "says goodbye: " : "refused: ") + goodbye.reason());
        } else if (frame instanceof ServerFrame.Welcome welcome && !isEstablished()) {
            established();
            log.debug("{} speaks version {} in the world {}", server(), welcome.version(), welcome.world());
            events.welcomed(welcome);
        } else if (frame instanceof ServerFrame server && isEstablished()) {
            events.received(server);
        } else {
            end(HandshakeException.Kind.BROKEN, "sent a " + frame.getClass().getSimpleName() + " out of place");
        }
    }

    @Override
    void ended(HandshakeException reason) {
        events.ended(reason);
    }
}
