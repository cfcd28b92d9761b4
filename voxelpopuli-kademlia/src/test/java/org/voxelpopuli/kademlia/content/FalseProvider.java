package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.StreamTransport;

/** Reads what is asked of a provider as a real one does, and answers as a script says. */
final class FalseProvider implements StreamTransport.Handler {
    /** What a false provider does with a request; it has been sent the first words. */
    interface Script {
        void answer(StreamTransport.Connection connection, ContentWire.Request request);
    }

    private final StreamTransport.Connection connection;
    private final Script script;
    private FrameBuffer frame = new FrameBuffer(ContentWire.OPEN_BYTES);
    private boolean opened;

    FalseProvider(StreamTransport.Connection connection, Script script) {
        this.connection = connection;
        this.script = script;
    }

    @Override
    public void received(byte[] received) {
        ByteBuffer rest = ByteBuffer.wrap(received);
        while (rest.hasRemaining()) {
            frame.take(rest);
            if (frame.isFull()) {
                byte[] full = frame.next(ContentWire.REQUEST_BYTES);
                if (opened) {
                    script.answer(connection, ContentWire.readRequest(full).orElseThrow());
                }
                opened = true;
            }
        }
    }

    @Override
    public void closed(@Nullable Throwable cause) {}
}
