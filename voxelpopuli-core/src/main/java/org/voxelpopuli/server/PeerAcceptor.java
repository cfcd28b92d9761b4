package org.voxelpopuli.server;

import java.util.Optional;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.runtime.StreamTransport.Handler;

/** Takes over the connections of other nodes. */
@FunctionalInterface
interface PeerAcceptor {
    /** Takes nobody. */
    PeerAcceptor NONE = (connection, framing, greeting) -> Optional.empty();

    /**
     * A node connected and greeted. Called on the connection's worker.
     *
     * @param framing with what came behind the greeting: to be emptied here, and fed with what the handler receives. Its limit is that of
     *     clients
     * @return the handler of all further events of the connection; empty to say farewell
     */
    Optional<Handler> accept(Connection connection, FrameFraming framing, PeerFrame.Greeting greeting);
}
