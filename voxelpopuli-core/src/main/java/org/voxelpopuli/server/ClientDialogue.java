package org.voxelpopuli.server;

import org.jspecify.annotations.Nullable;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.ServerFrame;

/** A client that speaks protocol v2. Belongs to the connection's worker. */
final class ClientDialogue {
    private ClientDialogue() {}

    /** Begins to talk, or says why not: then null. */
    static @Nullable ClientDialogue open(
            ConnectionSession session, ChunkServer server, ServerContext context, ClientFrame.Hello hello) {
        session.finish(
                "refused",
                context.encode(new ServerFrame.Goodbye("this server does not serve clients of protocol v2 yet")));
        return null;
    }

    void received(Decoded<Frame> frame) {}

    void closed() {}
}
