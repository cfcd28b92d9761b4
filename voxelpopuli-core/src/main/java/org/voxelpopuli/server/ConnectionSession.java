package org.voxelpopuli.server;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.runtime.StreamTransport.Handler;
import org.voxelpopuli.runtime.Worker;

/**
 * One accepted connection. Its first byte tells the dialect: that of protocol v2's preface, or the seed's, in which messages are text. Belongs to
 * the connection's worker.
 */
final class ConnectionSession implements Handler {
    private static final Logger log = LoggerFactory.getLogger(ConnectionSession.class);
    private static final byte PREFACE = FrameFraming.preface()[0];

    private final ChunkServer server;
    private final ServerContext context;
    private final Connection connection;
    private final Worker.Timer handshakeTimer;
    private @Nullable Dialogue dialogue;
    /** An answer is on its way, after which the connection ends; what still comes in is not read. */
    private boolean ending;

    private String endReason = "closed";

    ConnectionSession(ChunkServer server, ServerContext context, Connection connection) {
        this.server = server;
        this.context = context;
        this.connection = connection;
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
        if (ending) {
            return;
        }
        if (dialogue == null) {
            dialogue = bytes[0] == PREFACE
                    ? new FrameDialogue(this, server, context)
                    : new SeedDialogue(this, server, context);
        }
        dialogue.received(bytes);
    }

    /** The connection has said what it is for. */
    void handshaken() {
        handshakeTimer.cancel();
    }

    /** From now on nothing is read; who calls sends an answer and closes. */
    void ending() {
        ending = true;
    }

    boolean isEnding() {
        return ending;
    }

    /** Sends the last words and closes. */
    void finish(String reason, byte[] lastWords) {
        endReason = reason;
        ending = true;
        connection.send(lastWords);
        connection.close();
    }

    void cutOff(String reason, String why) {
        log.info("{} is cut off: {}", connection.remoteAddress(), why);
        endReason = reason;
        ending = true;
        connection.abort();
    }

    /** Runs something on the connection's worker. */
    void execute(Runnable task) {
        connection.worker().execute(task);
    }

    /** A client may say all it has to say and shut down its output; an answer that is on its way still reaches it. */
    @Override
    public boolean endOfInput() {
        return ending || (dialogue != null && dialogue.endOfInput());
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        ending = true;
        handshakeTimer.cancel();
        if (dialogue != null) {
            dialogue.closed(cause);
        }
        server.disconnected(this);
        context.observer().connectionClosed(endReason);
    }

    Connection connection() {
        return connection;
    }
}
