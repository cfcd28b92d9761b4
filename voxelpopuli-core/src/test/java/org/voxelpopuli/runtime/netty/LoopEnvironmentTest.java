package org.voxelpopuli.runtime.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;

/** A node's share of an environment keeps the same contract, and needs no thread of its own. */
class LoopEnvironmentTest extends NettyEnvironmentContract {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    LoopEnvironmentTest() {
        super(SocketKind.best(), NettyEnvironment::onOneLoop);
    }

    @Test
    void manyNodesShareTheThreadsOfOne() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        for (int node = 0; node < 50; node++) {
            NodeEnvironment environment = whole().onOneLoop();
            Set<Thread> own = ConcurrentHashMap.newKeySet();
            CompletableFuture<Void> received = new CompletableFuture<>();
            Worker worker = environment.worker("node");
            Worker callbacks = environment.worker("callbacks");
            DatagramTransport.Socket socket = await(environment.datagrams().bind(ANY, worker, (from, payload) -> {
                own.add(Thread.currentThread());
                callbacks.execute(() -> {
                    own.add(Thread.currentThread());
                    received.complete(null);
                });
            }));
            socket.send(socket.localAddress(), new byte[1]);
            await(received);
            assertThat(own).hasSize(1);
            threads.addAll(own);
        }
        assertThat(threads).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void workersOfOneLoopAreToldApart() {
        Worker one = here().worker("one");
        Worker other = here().worker("other");
        CompletableFuture<List<Boolean>> current = new CompletableFuture<>();
        one.execute(() -> current.complete(List.of(one.isCurrent(), other.isCurrent())));
        assertThat(await(current)).containsExactly(true, false);
        CompletableFuture<Boolean> afterwards = new CompletableFuture<>();
        other.execute(() -> afterwards.complete(one.isCurrent()));
        assertThat(await(afterwards)).isFalse();
    }

    @Test
    void aClosedWorkerEndsNoOtherOfItsLoop() {
        Worker closing = here().worker("closing");
        Worker staying = here().worker("staying");
        List<String> ran = new ArrayList<>();
        CompletableFuture<Void> last = new CompletableFuture<>();
        closing.execute(() -> {
            closing.schedule(Duration.ZERO, () -> ran.add("timer"));
            closing.close();
            closing.execute(() -> ran.add("late"));
            staying.schedule(Duration.ofMillis(50), () -> last.complete(null));
        });
        await(last);
        assertThat(ran).isEmpty();
    }

    @Test
    void oneNodeClosesAndTheOthersGoOn() {
        NodeEnvironment leaving = whole().onOneLoop();
        NodeEnvironment staying = whole().onOneLoop();
        Worker stayed = staying.worker("stayed");
        CompletableFuture<Integer> got = new CompletableFuture<>();
        DatagramTransport.Socket receiver =
                await(staying.datagrams().bind(ANY, stayed, (from, payload) -> got.complete(payload.length)));
        DatagramTransport.Socket gone =
                await(leaving.datagrams().bind(ANY, leaving.worker("gone"), (from, payload) -> {}));
        leaving.close();
        assertThatThrownBy(() -> leaving.worker("late")).isInstanceOf(IllegalStateException.class);
        await(await(staying.datagrams().bind(gone.localAddress(), stayed, (from, payload) -> {}))
                .close());
        DatagramTransport.Socket sender =
                await(whole().datagrams().bind(ANY, whole().worker("sender"), (from, payload) -> {}));
        sender.send(receiver.localAddress(), new byte[7]);
        assertThat(await(got)).isEqualTo(7);
    }

    @Test
    void theWholeClosesItsParts() {
        NodeEnvironment part = whole().onOneLoop();
        DatagramTransport.Socket socket = await(part.datagrams().bind(ANY, part.worker("node"), (from, payload) -> {}));
        whole().close();
        assertThatThrownBy(() -> part.worker("late")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(whole()::onOneLoop).isInstanceOf(IllegalStateException.class);
        try (NettyEnvironment next = NettyEnvironment.createDaemon()) {
            await(next.datagrams().bind(socket.localAddress(), next.worker("next"), (from, payload) -> {}));
        }
    }
}
