package org.voxelpopuli.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** TCP as a port: ordered bytes in arbitrary pieces. */
public interface StreamTransport {
    /**
     * Listens. For each connection the acceptor is called once, on the connection's worker, and returns the handler of its events.
     *
     * @param local the address to bind; port 0 means any free one
     * @return fails with {@link java.net.BindException} if the address cannot be bound
     */
    CompletableFuture<Listener> listen(InetSocketAddress local, Function<Connection, Handler> acceptor);

    /**
     * Connects. The initiator is called once, on the connection's worker, before any event, and returns the handler.
     *
     * @return fails with an {@link IOException} that names the address if there is no connection within the timeout
     */
    CompletableFuture<Connection> connect(
            InetSocketAddress remote, Duration timeout, Function<Connection, Handler> initiator);

    /** Receives the events of one connection, one at a time, on its worker. If it throws, that is logged and the connection aborted. */
    interface Handler {
        /** Bytes arrived, at least one; the array is the handler's own. */
        void received(byte[] bytes);

        /**
         * As {@link #received(byte[])}, which this calls: for who puts the bytes elsewhere anyway, and is spared an array.
         *
         * @param bytes all that remains of the buffer, which belongs to the transport and is valid until this returns
         */
        default void received(ByteBuffer bytes) {
            byte[] own = new byte[bytes.remaining()];
            bytes.get(own);
            received(own);
        }

        /**
         * The peer will send no more, though it may still read what we send, as clients do that shut down their output after the
         * request.
         *
         * @return true to keep the connection open for an answer, after which the handler closes it; false, the default, to close it
         *     once what is queued has been sent
         */
        default boolean endOfInput() {
            return false;
        }

        /** The last event: the peer closed, the connection broke, or we closed it. The cause is null for an orderly end. */
        void closed(@Nullable Throwable cause);
    }

    /** An open connection. Thread-safe. */
    interface Connection {
        InetSocketAddress localAddress();

        InetSocketAddress remoteAddress();

        /** The owner of the connection's events. It lives as long as the transport; do not close it. */
        Worker worker();

        /** Queues bytes to be sent; never blocks. After a close it does nothing. The array must not be changed afterwards. */
        void send(byte[] bytes);

        /**
         * Queues a part of a file to be sent, in its turn among the bytes that are queued. Where the operating system can, it moves the bytes from the file to the
         * socket by itself; else this reads them now, and blocks for so long. Should they not be there, the connection is aborted.
         *
         * @param file of {@link FileStorage#open}; it must stay open until the bytes are sent or the connection has ended
         * @param position of the first byte
         * @param count so many bytes, 0 or more
         */
        default void sendFile(FileChannel file, long position, long count) {
            long sent = 0;
            try {
                while (sent < count) {
                    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(64 * 1024, count - sent));
                    while (piece.hasRemaining()) {
                        if (file.read(piece, position + sent + piece.position()) <= 0) {
                            abort();
                            return;
                        }
                    }
                    sent += piece.capacity();
                    send(piece.array());
                }
            } catch (IOException e) {
                abort();
            }
        }

        /**
         * Whether bytes are to be received, which they are from the beginning. While they are not, what the peer sends waits, first in the buffers of the operating systems and then with the peer; some
         * that were on their way may still arrive, and that the peer has gone may not be noticed.
         */
        void reading(boolean wanted);

        /** The bytes that were queued and that the operating system has not yet taken. */
        long backlog();

        /** Closes once what is queued has been sent; if that takes longer than a few seconds, at once. */
        void close();

        /** Closes at once and drops what is queued. */
        void abort();
    }

    /** A listening socket. Thread-safe. */
    interface Listener {
        InetSocketAddress localAddress();

        /** Stops accepting; open connections stay. Completes when the port is free again. */
        CompletableFuture<Void> close();
    }
}
