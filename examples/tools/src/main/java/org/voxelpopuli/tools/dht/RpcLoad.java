package org.voxelpopuli.tools.dht;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.FindArguments;
import org.voxelpopuli.kademlia.rpc.FindNodeRpc;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/** A node that asks another one FIND_NODE for random ids, many at a time. */
public final class RpcLoad implements AutoCloseable {
    private final NettyEnvironment environment = NettyEnvironment.createDaemon();
    private final RandomGenerator random = new SplittableRandom(1);
    private final FindNodeRpc findNode = new FindNodeRpc(key -> List.of());
    private final LongAdder bytesReceived = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final KademliaNode node;
    private final Contact served;
    private final int inFlight;

    /**
     * Nothing is asked yet.
     *
     * @param port of the {@link ServedNode}
     * @param inFlight questions at a time
     * @param dialect in which it asks, and is answered
     */
    public RpcLoad(int port, int inFlight, Dialect dialect) {
        this.inFlight = inFlight;
        served = new Contact(
                NodeId.of(ServedNode.identityAt(port).id()),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        node = KademliaNode.builder(environment.onOneLoop())
                .settings(KademliaSettings.builder()
                        .compatibility(Compatibility.SEED)
                        .dialect(dialect)
                        .build())
                .build();
        node.addListener(new KademliaListener() {
            @Override
            public void datagramReceived(int bytes) {
                bytesReceived.add(bytes);
            }

            @Override
            public void datagramSent(int bytes) {
                bytesSent.add(bytes);
            }
        });
        LocalDht.await(node.start());
    }

    /**
     * What was asked.
     *
     * @param seconds that it took
     * @param answered questions
     * @param unanswered questions
     * @param questionBytes of one, repeated ones counted
     * @param answerBytes of one
     */
    public record Result(double seconds, long answered, long unanswered, double questionBytes, double answerBytes) {}

    /** Asks for so long, half a minute at most. */
    public Result ask(Duration time) {
        long received = bytesReceived.sum();
        long sent = bytesSent.sum();
        long begin = System.nanoTime();
        Burst burst = new Burst();
        node.worker().execute(burst::begin);
        node.worker().schedule(time, () -> burst.ending = true);
        LocalDht.await(burst.over);
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Result(
                seconds,
                burst.answered,
                burst.unanswered,
                (bytesSent.sum() - sent) / (double) Math.max(1, burst.answered + burst.unanswered),
                (bytesReceived.sum() - received) / (double) Math.max(1, burst.answered));
    }

    /** The questions of one call; belongs to the node's worker until it is over. */
    private final class Burst {
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private long answered;
        private long unanswered;
        private int running;
        private boolean ending;

        void begin() {
            for (int i = 0; i < inFlight; i++) {
                running++;
                askOne();
            }
        }

        private void askOne() {
            node.network().call(served, findNode, new FindArguments(NodeId.random(random)), answer -> {
                if (answer.isPresent()) {
                    answered++;
                } else {
                    unanswered++;
                }
                if (!ending) {
                    askOne();
                } else if (--running == 0) {
                    over.complete(null);
                }
            });
        }
    }

    @Override
    public void close() {
        LocalDht.await(node.close());
        environment.close();
    }
}
