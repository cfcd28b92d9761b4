package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.simulation.SimulatedHost;

class StartAndCloseTest {
    private final SimulatedKademlia network = new SimulatedKademlia(8);
    private final SimulatedHost host = network.simulation().newHost("host");

    private KademliaNode node(KademliaSettings.Builder settings) {
        return KademliaNode.builder(host)
                .settings(settings.bind(host.socketAddress(4000)).build())
                .build();
    }

    @Test
    void aSecondStartIsRefusedAndTheFirstGoesOn() {
        KademliaNode node = node(KademliaSettings.builder());
        CompletableFuture<Void> first = node.start();
        CompletableFuture<Void> second = node.start();
        network.await(first);
        network.simulation().run(Duration.ofSeconds(1));
        assertThatThrownBy(second::join).hasMessageContaining("started before");
        CompletableFuture<Void> third = node.start();
        network.simulation().run(Duration.ofSeconds(1));
        assertThatThrownBy(third::join).hasMessageContaining("started before");
        assertThat(network.await(node.status()).state()).isEqualTo(KademliaStatus.State.ALONE);
        network.await(node.close());
    }

    @Test
    void allWhoCloseWaitUntilThePortIsFree() {
        KademliaNode node = node(KademliaSettings.builder());
        network.await(node.start());
        CompletableFuture<Void> first = node.close();
        CompletableFuture<Void> second = node.close();
        assertThat(first.isDone() || second.isDone()).isFalse();
        network.await(second);
        network.await(first);
        network.await(node(KademliaSettings.builder()).start());
    }

    @Test
    void aNodeThatIsClosedWhileItStartsLeavesNoPortBehind() throws Exception {
        try (NettyEnvironment environment = NettyEnvironment.createDaemon()) {
            int port = freePort(environment);
            for (int i = 0; i < 50; i++) {
                KademliaNode node = KademliaNode.builder(environment)
                        .settings(KademliaSettings.builder()
                                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                                .puzzleBits(0)
                                .build())
                        .build();
                CompletableFuture<Void> started = node.start();
                node.close().join();
                assertThat(started.handle((done, error) -> true).join()).isTrue();
                var owner = environment.worker("owner");
                DatagramTransport.Socket socket = environment
                        .datagrams()
                        .bind(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                                owner,
                                (from, payload) -> {})
                        .join();
                socket.close().join();
                owner.close();
            }
        }
    }

    private static int freePort(NettyEnvironment environment) {
        var owner = environment.worker("owner");
        DatagramTransport.Socket socket = environment
                .datagrams()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), owner, (from, payload) -> {})
                .join();
        int port = socket.localAddress().getPort();
        socket.close().join();
        owner.close();
        return port;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResolverThatFailsIsAskedAgain(boolean throwsAtOnce) {
        network.start("n0");
        int[] asked = {0};
        KademliaNode node = KademliaNode.builder(host)
                .settings(KademliaSettings.builder()
                        .bind(host.socketAddress(4000))
                        .bootstrap("some.name:" + SimulatedKademlia.PORT)
                        .build())
                .resolver(name -> {
                    if (asked[0]++ < 3) {
                        if (throwsAtOnce) {
                            throw new IllegalStateException("no names today");
                        }
                        return CompletableFuture.failedFuture(new IllegalStateException("no names today"));
                    }
                    return CompletableFuture.completedFuture(
                            List.of(network.host("n0").address()));
                })
                .build();
        network.await(node.start());
        assertThat(network.await(node.bootstrap())).isTrue();
        assertThat(asked[0]).isEqualTo(4);
        assertThat(network.await(node.status()).state()).isEqualTo(KademliaStatus.State.JOINED);
        assertThat(network.await(node.find(NodeId.sha1Of("nothing")))).isEmpty();
    }

    @Test
    void whateverIsCalledWhileANodeStartsJoinsAndClosesEnds() throws Exception {
        for (int round = 0; round < 8; round++) {
            try (NettyEnvironment environment = NettyEnvironment.createDaemon()) {
                KademliaNode other = real(environment);
                other.start().join();
                String bootstrap = other.status().join().address();
                KademliaNode node = real(environment, bootstrap, "127.0.0.1:9");
                node.addListener(new KademliaListener() {
                    @Override
                    public void datagramSent(int bytes) {
                        throw new IllegalStateException("a listener");
                    }

                    @Override
                    public void called(String rpc, RpcOutcome outcome, long nanos) {
                        throw new IllegalStateException("a listener");
                    }
                });
                Queue<CompletableFuture<?>> all = new ConcurrentLinkedQueue<>();
                all.add(node.start());
                all.add(node.bootstrap());
                List<Thread> threads = IntStream.range(0, 4)
                        .mapToObj(number -> new Thread(() -> {
                            for (int i = 0; i < 60; i++) {
                                NodeId key = NodeId.sha1Of("key " + number + " " + i);
                                all.add(node.find(key));
                                all.add(node.store(key, "text"));
                                all.add(node.within(Duration.ofMillis(1 + i)).lookup(key));
                                CompletableFuture<?> trace = node.trace(key);
                                all.add(trace);
                                trace.cancel(false);
                                all.add(node.status());
                                if (number == 0 && i == 40) {
                                    all.add(node.close());
                                }
                            }
                            all.add(node.close());
                        }))
                        .toList();
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    thread.join();
                }
                for (CompletableFuture<?> one : all) {
                    assertThat(one.handle((done, error) -> true).get(30, TimeUnit.SECONDS))
                            .isTrue();
                }
                other.close().join();
            }
        }
    }

    private static KademliaNode real(NettyEnvironment environment, String... bootstrap) {
        return KademliaNode.builder(environment)
                .settings(KademliaSettings.builder()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .bootstrap(bootstrap)
                        .build())
                .build();
    }
}
