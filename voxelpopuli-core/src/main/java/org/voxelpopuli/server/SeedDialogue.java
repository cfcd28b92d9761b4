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

/** The seed's dialect: first a handshake, then what the handshake asked for (SPEC V6.2). Belongs to the connection's worker. */
final class SeedDialogue implements Dialogue {
    private static final Logger log = LoggerFactory.getLogger(SeedDialogue.class);

    private final ConnectionSession session;
    private final ChunkServer server;
    private final ServerContext context;
    private final Connection connection;
    private final SeedFraming framing;
    private final ChunkClient client;
    private @Nullable ChunkMailbox chunk;
    private @Nullable DhtSession dht;

    SeedDialogue(ConnectionSession session, ChunkServer server, ServerContext context) {
        this.session = session;
        this.server = server;
        this.context = context;
        this.connection = session.connection();
        this.framing = new SeedFraming(context.settings().limits().lineIntoServer());
        this.client = new SeedChunkClient(connection, context);
    }

    @Override
    public void received(byte[] bytes) {
        framing.append(bytes);
        for (Optional<byte[]> frame = next(); frame.isPresent(); frame = next()) {
            frame(frame.get());
        }
        if (!session.isEnding() && framing.overflowed()) {
            session.cutOff(
                    "line-too-long",
                    "a line exceeds " + context.settings().limits().lineIntoServer() + " bytes");
        }
    }

    private Optional<byte[]> next() {
        if (session.isEnding()) {
            return Optional.empty();
        }
        if (dht != null) {
            return framing.nextQuery();
        }
        return chunk != null ? framing.nextLine() : framing.nextValue();
    }

    private void frame(byte[] frame) {
        DhtSession directory = dht;
        ChunkMailbox mailbox = chunk;
        if (directory != null) {
            if (!directory.query(frame)) {
                session.cutOff(
                        "flood", "more than " + context.settings().maxQueuedQueries() + " queries wait for an answer");
            }
        } else if (mailbox != null) {
            packet(mailbox, frame);
        } else {
            handshake(frame);
        }
    }

    private void handshake(byte[] frame) {
        session.handshaken();
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
            chunk.attach(
                    client,
                    refusal -> session.execute(() -> {
                        chunk = null;
                        finish("refused", Acknowledgement.failure(refusal));
                    }));
        } else if (handshake instanceof Handshake.Generate generate) {
            session.ending();
            var unused = server.generateFor(generate.chunk())
                    .thenAccept(answer -> session.execute(() -> finish("closed", answer)));
        } else if (handshake instanceof Handshake.Dht) {
            dht = new DhtSession(context, connection);
            connection.send(context.codec().encode(Acknowledgement.OK));
        } else {
            session.ending();
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
                session.cutOff(
                        "flood", "more than " + context.settings().maxQueuedPackets() + " packets wait for a tick");
            } else {
                mailbox.receive(client, accepted.value());
            }
        }
    }

    private void finish(String reason, Acknowledgement answer) {
        session.finish(reason, context.codec().encode(answer));
    }

    @Override
    public boolean endOfInput() {
        return dht != null && dht.endOfInput();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        if (chunk != null) {
            chunk.detach(client);
        }
    }
}
