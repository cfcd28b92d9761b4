package org.voxelpopuli.runtime;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** UDP as a port: unordered, unreliable, of bounded size. */
public interface DatagramTransport {
    /** The largest payload of an IPv4 UDP datagram, in bytes. */
    int MAX_PAYLOAD = 65_507;

    /**
     * Opens a socket. The handler is called on the owner alone.
     *
     * @param local the address to bind; port 0 means any free one
     * @return fails with {@link java.net.BindException} if the address cannot be bound
     */
    CompletableFuture<Socket> bind(InetSocketAddress local, Worker owner, Handler handler);

    /** Receives datagrams, on the socket's owner. */
    @FunctionalInterface
    interface Handler {
        /** A datagram arrived; the array is the handler's own. */
        void received(InetSocketAddress from, byte[] payload);
    }

    /** A bound socket. Thread-safe. */
    interface Socket {
        InetSocketAddress localAddress();

        /**
         * Sends, or silently does not: empty, larger than {@link #MAX_PAYLOAD}, unreachable or full means lost, as on any network. The
         * array must not be changed afterwards.
         */
        void send(InetSocketAddress to, byte[] payload);

        /** Completes when the port is free again. */
        CompletableFuture<Void> close();
    }
}
