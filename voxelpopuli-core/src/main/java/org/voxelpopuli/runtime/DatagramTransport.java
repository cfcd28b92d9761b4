package org.voxelpopuli.runtime;

import java.net.InetAddress;
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

    /**
     * Hears what is sent to a multicast group through one interface. Nothing is sent from here: whoever has bound an address of that interface sends to the group, to other programs of this
     * machine too, and no farther than the local network.
     *
     * @param group a multicast address, and a port that others may hear as well
     * @param interfaceAddress an address of the interface
     * @return fails with {@link java.net.BindException} if the group cannot be joined there; closing the socket leaves it
     */
    CompletableFuture<Socket> join(
            InetSocketAddress group, InetAddress interfaceAddress, Worker owner, Handler handler);

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
