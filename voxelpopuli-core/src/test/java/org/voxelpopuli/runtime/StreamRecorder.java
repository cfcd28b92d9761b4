package org.voxelpopuli.runtime;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A handler that keeps what it gets. Its futures are completed on the connection's worker. */
public class StreamRecorder implements StreamTransport.Handler {
    private final int expected;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> complete = new CompletableFuture<>();
    private final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();

    /** @param expected so many bytes complete {@link #complete()} */
    public StreamRecorder(int expected) {
        this.expected = expected;
    }

    public StreamRecorder() {
        this(1);
    }

    /** All the bytes so far, once there are as many as expected. */
    public CompletableFuture<byte[]> complete() {
        return complete;
    }

    /** The cause of the end, once it is there. */
    public CompletableFuture<Optional<Throwable>> closed() {
        return closed;
    }

    @Override
    public void received(byte[] piece) {
        if (closed.isDone()) {
            throw new AssertionError("bytes after the end");
        }
        bytes.writeBytes(piece);
        if (bytes.size() >= expected) {
            complete.complete(bytes.toByteArray());
        }
    }

    @Override
    public void closed(Throwable cause) {
        if (!closed.complete(Optional.ofNullable(cause))) {
            throw new AssertionError("closed twice");
        }
    }
}
