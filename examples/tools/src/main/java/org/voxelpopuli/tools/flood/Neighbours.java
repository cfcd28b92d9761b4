package org.voxelpopuli.tools.flood;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.FindArguments;
import org.voxelpopuli.kademlia.rpc.FindNodeRpc;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.tools.dht.LocalDht;

/** Honest nodes that have joined through the flooded one and ask it FIND_NODE at a rate, each from an address of its own. */
final class Neighbours implements AutoCloseable {
    private static final long LONGEST = 60_000_000_000L;

    private final NettyEnvironment environment = NettyEnvironment.createDaemon();
    private final FindNodeRpc findNode = new FindNodeRpc(key -> List.of());
    private final List<KademliaNode> nodes = new ArrayList<>();
    private final Contact flooded;

    Neighbours(int count, NodeId floodedId) {
        flooded = new Contact(floodedId, FloodedNode.ADDRESS);
        for (int i = 0; i < count; i++) {
            KademliaNode node = KademliaNode.builder(environment.onOneLoop())
                    .settings(KademliaSettings.builder()
                            .bind(new InetSocketAddress("10.99.1." + (i + 1), 4000))
                            .bootstrap(FloodedNode.ADDRESS.getHostString() + ":" + FloodedNode.ADDRESS.getPort())
                            .build())
                    .build();
            nodes.add(node);
            LocalDht.await(node.start().thenCompose(started -> node.bootstrap()));
        }
    }

    /**
     * What they were told.
     *
     * @param asked questions
     * @param answered of these
     * @param nanos that the answers took
     */
    record Answers(long asked, long answered, Histogram nanos) {}

    /** Asks for so long, so many questions in a second all together. */
    Answers ask(Duration time, int perSecond) {
        List<Asking> all = new ArrayList<>();
        Duration pause = Duration.ofSeconds(1).multipliedBy(nodes.size()).dividedBy(perSecond);
        Histogram nanos = new ConcurrentHistogram(LONGEST, 3);
        for (int i = 0; i < nodes.size(); i++) {
            Asking asking = new Asking(nodes.get(i), pause, nanos, new SplittableRandom(i));
            all.add(asking);
            nodes.get(i).worker().execute(asking::next);
            nodes.get(i).worker().schedule(time, () -> asking.ending = true);
        }
        all.forEach(asking -> LocalDht.await(asking.over));
        return new Answers(
                all.stream().mapToLong(a -> a.asked).sum(),
                all.stream().mapToLong(a -> a.answered).sum(),
                nanos);
    }

    /** The questions of one node; belongs to its worker until they are over. */
    private final class Asking {
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private final KademliaNode node;
        private final Duration pause;
        private final Histogram nanos;
        private final RandomGenerator random;
        private long asked;
        private long answered;
        private int out;
        private boolean ending;

        Asking(KademliaNode node, Duration pause, Histogram nanos, RandomGenerator random) {
            this.node = node;
            this.pause = pause;
            this.nanos = nanos;
            this.random = random;
        }

        void next() {
            if (ending) {
                end();
                return;
            }
            node.worker().schedule(pause, this::next);
            asked++;
            out++;
            long begin = System.nanoTime();
            node.network().call(flooded, findNode, new FindArguments(NodeId.random(random)), answer -> {
                out--;
                if (answer.isPresent()) {
                    answered++;
                    nanos.recordValue(Math.min(LONGEST, System.nanoTime() - begin));
                }
                end();
            });
        }

        private void end() {
            if (ending && out == 0) {
                over.complete(null);
            }
        }
    }

    @Override
    public void close() {
        nodes.forEach(node -> LocalDht.await(node.close()));
        environment.close();
    }
}
