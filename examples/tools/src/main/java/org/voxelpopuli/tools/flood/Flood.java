package org.voxelpopuli.tools.flood;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.RequestOptions;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.tools.console.ToolException;

/** Sends questions that are well-formed, and half of which ask for a proof of identity, at a rate, from one address or from many. Used by one thread at a time. */
final class Flood implements AutoCloseable {
    private static final int DATAGRAMS = 1_024;
    private static final long TICK_NANOS = 1_000_000;

    private final List<DatagramChannel> sources = new ArrayList<>();
    private final List<ByteBuffer> datagrams = new ArrayList<>();
    private volatile boolean ending;
    private volatile long sent;

    /** @param count of addresses, each with a port of its own, 1..16384 */
    Flood(int count) {
        RandomGenerator random = new SplittableRandom(count);
        try {
            for (int i = 0; i < count; i++) {
                DatagramChannel channel = DatagramChannel.open();
                channel.configureBlocking(false);
                channel.bind(new InetSocketAddress("10.99." + (64 + (i >> 8)) + "." + (i & 255), 5000 + i));
                sources.add(channel);
            }
        } catch (IOException e) {
            close();
            throw new ToolException("Cannot open " + count + " sockets: " + e.getMessage(), e);
        }
        for (int i = 0; i < DATAGRAMS; i++) {
            RequestOptions options =
                    i % 2 == 0 ? RequestOptions.NONE : RequestOptions.NONE.withNetwork(RequestOptions.tagOf(""));
            byte[] question = Dialect.CBOR
                    .codec()
                    .encode(new Envelope.Request(
                            random.nextLong(),
                            NodeId.random(random),
                            "FIND_NODE",
                            List.of(new WireValue.Id(NodeId.random(random))),
                            options.withPadding(150)));
            datagrams.add(ByteBuffer.wrap(question));
        }
    }

    /** Sends so many in a second until {@link #end}. */
    void run(int perSecond) {
        long begin = System.nanoTime();
        long count = 0;
        while (!ending) {
            long due = (System.nanoTime() - begin) * perSecond / 1_000_000_000L;
            while (count < due && !ending) {
                send(count++);
            }
            sent = count;
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    private void send(long number) {
        try {
            ByteBuffer datagram = datagrams.get((int) (number % DATAGRAMS)).duplicate();
            sources.get((int) (number % sources.size())).send(datagram, FloodedNode.ADDRESS);
        } catch (IOException e) {
            // Its queue is full: that one is lost, as on a wire.
        }
    }

    /** Stops {@link #run}. */
    void end() {
        ending = true;
    }

    /** How many were sent until now. */
    long sent() {
        return sent;
    }

    @Override
    public void close() {
        for (DatagramChannel channel : sources) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new ToolException("Cannot close a socket: " + e.getMessage(), e);
            }
        }
    }
}
