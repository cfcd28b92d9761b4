package org.voxelpopuli.server;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.SeedFraming;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.runtime.StreamTransport.Handler;
import org.voxelpopuli.runtime.Worker;

/**
 * One accepted connection: first a handshake, then what the handshake asked for (SPEC V6.2). Belongs to the connection's worker.
 */
final class ConnectionSession implements Handler {
    private static final Logger log = LoggerFactory.getLogger(ConnectionSession.class);

    private enum Phase {
        HANDSHAKE,
        GAME,
        DHT,
        /** An answer is on its way, after which the connection ends; what still comes in is not read. */
        ENDING
    }

    private final ChunkServer server;
    private final ServerContext context;
    private final Connection connection;
    private final SeedFraming framing;
    private final ChunkClient client;
    private final Worker.Timer handshakeTimer;
    private Phase phase = Phase.HANDSHAKE;
    private @Nullable ChunkMailbox chunk;
    private @Nullable DhtSession dht;
    private String endReason = "closed";

    ConnectionSession(ChunkServer server, ServerContext context, Connection connection) {
        this.server = server;
        this.context = context;
        this.connection = connection;
        this.framing = new SeedFraming(context.settings().limits().lineIntoServer());
        this.client = new ChunkClient(connection, context.settings());
        this.handshakeTimer = connection
                .worker()
                .schedule(
                        context.settings().handshakeTimeout(),
                        () -> cutOff(
                                "handshake-timeout",
                                "no handshake within "
                                        + context.settings().handshakeTimeout().toMillis() + " ms"));
        context.observer().connectionOpened();
    }

    @Override
    public void received(byte[] bytes) {
        if (phase == Phase.ENDING) {
            return;
        }
        framing.append(bytes);
        boolean more = true;
        while (more) {
            Optional<byte[]> frame =
                    switch (phase) {
                        case HANDSHAKE -> framing.nextValue();
                        case GAME -> framing.nextLine();
                        case DHT -> framing.nextQuery();
                        case ENDING -> Optional.empty();
                    };
            frame.ifPresent(this::frame);
            more = frame.isPresent();
        }
        if (phase != Phase.ENDING && framing.overflowed()) {
            cutOff(
                    "line-too-long",
                    "a line exceeds " + context.settings().limits().lineIntoServer() + " bytes");
        }
    }

    private void frame(byte[] frame) {
        DhtSession directory = dht;
        ChunkMailbox mailbox = chunk;
        if (directory != null) {
            if (!directory.query(frame)) {
                cutOff("flood", "more than " + context.settings().maxQueuedQueries() + " queries wait for an answer");
            }
        } else if (mailbox != null) {
            packet(mailbox, frame);
        } else {
            handshake(frame);
        }
    }

    private void handshake(byte[] frame) {
        handshakeTimer.cancel();
        Decoded<Handshake> decoded = context.codec().decodeHandshake(frame);
        if (decoded instanceof Decoded.Rejected<Handshake> rejected) {
            log.info("{} is refused: {}", connection.remoteAddress(), rejected.detail());
            finish("bad-handshake", Acknowledgement.failure(rejected.detail()));
        } else if (decoded instanceof Decoded.Accepted<Handshake> accepted) {
            accept(accepted.value());
        }
    }

    private void accept(Handshake handshake) {
        if (handshake instanceof Handshake.Connect connect) {
            chunk = server.mailbox(connect.chunk());
            phase = Phase.GAME;
            chunk.attach(
                    client,
                    refusal -> onWorker(() -> {
                        chunk = null;
                        finish("refused", Acknowledgement.failure(refusal));
                    }));
        } else if (handshake instanceof Handshake.Generate generate) {
            phase = Phase.ENDING;
            var unused =
                    server.generateFor(generate.chunk()).thenAccept(answer -> onWorker(() -> finish("closed", answer)));
        } else if (handshake instanceof Handshake.Dht) {
            dht = new DhtSession(context, connection);
            phase = Phase.DHT;
            connection.send(context.codec().encode(Acknowledgement.OK));
        } else {
            phase = Phase.ENDING;
            server.whenServing(() -> {
                connection.send(SeedJsonCodec.pong());
                connection.close();
            });
        }
    }

    private void packet(ChunkMailbox mailbox, byte[] line) {
        Decoded<ClientPacket> decoded = context.codec().decodeClientPacket(line);
        if (decoded instanceof Decoded.Rejected<ClientPacket> rejected) {
            String kind = rejected.rejection().name();
            context.observer().packetReceived(kind, false);
            mailbox.refused(client, kind, rejected.detail());
        } else if (decoded instanceof Decoded.Accepted<ClientPacket> accepted) {
            if (client.queued.incrementAndGet() > context.settings().maxQueuedPackets()) {
                cutOff("flood", "more than " + context.settings().maxQueuedPackets() + " packets wait for a tick");
            } else {
                mailbox.receive(client, accepted.value());
            }
        }
    }

    private void finish(String reason, Acknowledgement answer) {
        endReason = reason;
        phase = Phase.ENDING;
        connection.send(context.codec().encode(answer));
        connection.close();
    }

    private void cutOff(String reason, String why) {
        log.info("{} is cut off: {}", connection.remoteAddress(), why);
        endReason = reason;
        phase = Phase.ENDING;
        connection.abort();
    }

    private void onWorker(Runnable task) {
        connection.worker().execute(task);
    }

    /** A client may say all it has to say and shut down its output; an answer that is on its way still reaches it. */
    @Override
    public boolean endOfInput() {
        return phase == Phase.ENDING || (dht != null && dht.endOfInput());
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        phase = Phase.ENDING;
        handshakeTimer.cancel();
        if (chunk != null) {
            chunk.detach(client);
        }
        server.disconnected(this);
        context.observer().connectionClosed(endReason);
    }

    Connection connection() {
        return connection;
    }
}
