package org.voxelpopuli.benchmarks.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/** A client's connection as the server sees it; what is sent is counted and forgotten. */
final class ManualConnection implements StreamTransport.Connection {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4_001);

    private final Worker worker;
    StreamTransport.@Nullable Handler handler;
    private long bytes;

    ManualConnection(Worker worker) {
        this.worker = worker;
    }

    /** What the client sends arrives. */
    void receive(String text) {
        if (handler != null) {
            handler.received(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The bytes that the server has sent. */
    long bytes() {
        return bytes;
    }

    @Override
    public InetSocketAddress localAddress() {
        return ANY;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return ANY;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    @Override
    public void send(byte[] sent) {
        bytes += sent.length;
    }

    @Override
    public void reading(boolean wanted) {
        // Nothing comes but what receive() is called with.
    }

    @Override
    public long backlog() {
        return 0;
    }

    @Override
    public void close() {
        throw new IllegalStateException("the server closed the connection");
    }

    @Override
    public void abort() {
        close();
    }
}
