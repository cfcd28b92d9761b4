package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.PacketCodec;
import org.voxelpopuli.protocol.SeedFraming;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.runtime.NodeEnvironment;

/** A connection of the seed dialect: says its handshake, waits for the acknowledgement, then hands on line after line. */
final class SeedSession extends ServerSession {
    private static final PacketCodec CODEC = new SeedJsonCodec();

    /** What happens. On the connection's worker, but for a failure to connect, which comes on a thread of the transport. */
    interface Events {
        /** The server said yes. */
        void acknowledged(SeedSession session);

        /** A line arrived, after the acknowledgement. */
        void line(SeedSession session, byte[] line);

        /** The last event, once, whatever happened before, except after {@link SeedSession#leave()}. */
        void ended(SeedSession session, HandshakeException reason);
    }

    private final Handshake handshake;
    private final Events events;
    private final SeedFraming framing = new SeedFraming(Limits.DEFAULT.lineIntoClient());

    private SeedSession(Handshake handshake, InetSocketAddress address, Events events, Traffic traffic) {
        super(address, traffic);
        this.handshake = handshake;
        this.events = events;
    }

    /**
     * Begins to connect.
     *
     * @param timeout for connection and acknowledgement together
     */
    static SeedSession open(
            NodeEnvironment environment,
            InetSocketAddress address,
            Handshake handshake,
            Duration timeout,
            Traffic traffic,
            Events events) {
        SeedSession session = new SeedSession(handshake, address, events, traffic);
        session.connect(environment, address, timeout);
        return session;
    }

    @Override
    byte[] firstWords() {
        return CODEC.encode(handshake);
    }

    @Override
    void read(byte[] bytes) {
        framing.append(bytes);
        while (!isOver()) {
            // An acknowledgement is a line; but a server's value without its newline is understood as well.
            Optional<byte[]> frame = isEstablished() ? framing.nextLine() : framing.nextValue();
            if (frame.isEmpty()) {
                break;
            }
            if (isEstablished()) {
                events.line(this, frame.get());
            } else {
                acknowledge(frame.get());
            }
        }
        if (framing.overflowed()) {
            end(
                    HandshakeException.Kind.BROKEN,
                    "sent a line of more than " + Limits.DEFAULT.lineIntoClient() + " bytes");
        }
    }

    private void acknowledge(byte[] frame) {
        Decoded<Acknowledgement> decoded = CODEC.decodeAcknowledgement(frame);
        if (decoded instanceof Decoded.Rejected<Acknowledgement> rejected) {
            end(HandshakeException.Kind.BROKEN, "answered the handshake with no acknowledgement: " + rejected.detail());
            return;
        }
        Acknowledgement answer = ((Decoded.Accepted<Acknowledgement>) decoded).value();
        if (!answer.ok()) {
            end(new HandshakeException(
                    HandshakeException.Kind.REFUSED,
                    server() + " refused: " + answer.error().orElse("without a reason"),
                    answer.redirect()));
            return;
        }
        established();
        events.acknowledged(this);
    }

    @Override
    void ended(HandshakeException reason) {
        events.ended(this, reason);
    }
}
