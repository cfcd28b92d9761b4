package org.voxelpopuli.runtime.netty;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.StreamRecorder;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/** What only real sockets and threads can show. */
class NettySocketsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final NettyEnvironment environment = NettyEnvironment.createDaemon();

    @AfterEach
    void close() {
        environment.close();
    }

    @Test
    void aClientThatShutsDownItsOutputStillGetsItsAnswer() throws Exception {
        CompletableFuture<StreamTransport.Connection> ended = new CompletableFuture<>();
        InetSocketAddress server = listen(connection -> new StreamRecorder() {
            @Override
            public boolean endOfInput() {
                ended.complete(connection);
                return true;
            }
        });
        try (Socket client = new Socket(server.getAddress(), server.getPort())) {
            client.getOutputStream().write("ping".getBytes(UTF_8));
            client.shutdownOutput();
            StreamTransport.Connection connection = await(ended);
            connection.send("pong".getBytes(UTF_8));
            connection.close();
            assertThat(client.getInputStream().readAllBytes()).asString(UTF_8).isEqualTo("pong");
        }
    }

    @Test
    void whatSeveralThreadsSendStaysInTheOrderOfEach() throws Exception {
        int threads = 4;
        int each = 20_000;
        StreamRecorder received = new StreamRecorder(threads * each * 5);
        InetSocketAddress server = listen(connection -> received);
        StreamTransport.Connection connection =
                await(environment.streams().connect(server, TIMEOUT, c -> new StreamRecorder()));
        List<Worker> workers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int id = t;
            Worker worker = t == 0 ? connection.worker() : environment.worker("sender-" + t);
            workers.add(worker);
            worker.execute(() -> {
                for (int i = 0; i < each; i++) {
                    connection.send(
                            ByteBuffer.allocate(5).put((byte) id).putInt(i).array());
                }
            });
        }
        byte[] all = await(received.complete());
        int[] next = new int[threads];
        for (int at = 0; at < all.length; at += 5) {
            int number = ByteBuffer.wrap(all, at + 1, 4).getInt();
            assertThat(number).isEqualTo(next[all[at]]++);
        }
        workers.forEach(Worker::close);
    }

    @Test
    void aConnectGivesUpAfterItsTimeout() throws Exception {
        // A listener that accepts nobody, and whose queue is full, does not answer.
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) deaf.getLocalSocketAddress();
            List<CompletableFuture<StreamTransport.Connection>> connecting = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                connecting.add(
                        environment.streams().connect(address, Duration.ofMillis(300), c -> new StreamRecorder()));
            }
            assertThatThrownBy(() -> await(connecting.get(4)))
                    .cause()
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(String.valueOf(address.getPort()));
        }
    }

    @Test
    void aFloodOfDatagramsForABusyOwnerIsBounded() throws Exception {
        Worker owner = environment.worker("busy");
        CountDownLatch release = new CountDownLatch(1);
        List<Integer> received = new ArrayList<>();
        CompletableFuture<Void> last = new CompletableFuture<>();
        DatagramTransport.Socket socket = await(environment.datagrams().bind(ANY, owner, (from, payload) -> {
            received.add(payload.length);
            if (payload.length == 1) {
                last.complete(null);
            }
        }));
        owner.execute(() -> awaitLatch(release));
        try (DatagramSocket sender = new DatagramSocket()) {
            byte[] big = new byte[60_000];
            for (int i = 0; i < 1_000; i++) {
                sender.send(new DatagramPacket(big, big.length, socket.localAddress()));
            }
            release.countDown();
            CompletableFuture<Void> idle = new CompletableFuture<>();
            owner.execute(() -> idle.complete(null));
            await(idle);
            // The kernel may lose this one too, while it still holds the flood.
            while (!last.isDone()) {
                sender.send(new DatagramPacket(new byte[1], 1, socket.localAddress()));
                await(CompletableFuture.anyOf(last, pause(owner)));
            }
        }
        assertThat(received).hasSizeLessThan(200).hasSizeGreaterThan(1);
    }

    @Test
    void noThreadIsLeftBehind() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        NettyEnvironment other = NettyEnvironment.create();
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Worker worker = other.worker("leak-" + i);
            CompletableFuture<Thread> ran = new CompletableFuture<>();
            worker.execute(() -> ran.complete(Thread.currentThread()));
            assertThat(await(ran).getName()).isEqualTo(worker.name());
            assertThat(await(ran).isDaemon()).isFalse();
            workers.add(worker);
        }
        await(other.datagrams().bind(ANY, workers.get(0), (from, payload) -> {}));
        StreamTransport.Listener listener = await(other.streams().listen(ANY, c -> new StreamRecorder()));
        await(other.streams().connect(listener.localAddress(), TIMEOUT, c -> new StreamRecorder()));
        other.close();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            boolean ours = thread.getName().startsWith("voxelpopuli-io")
                    || thread.getName().startsWith("leak");
            if (ours && !before.contains(thread)) {
                // It has nothing to do any more, but may still be on its way out.
                thread.join(TIMEOUT.toMillis());
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void anEnvironmentMayBeClosedByOneOfItsOwnTasks() throws Exception {
        NettyEnvironment other = NettyEnvironment.createDaemon();
        Worker worker = other.worker("suicidal");
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        worker.execute(() -> {
            other.close();
            thread.complete(Thread.currentThread());
        });
        await(thread).join(TIMEOUT.toMillis());
        assertThat(await(thread).isAlive()).isFalse();
        other.close();
    }

    @Test
    void randomnessDiffersBetweenEnvironments() {
        try (NettyEnvironment other = NettyEnvironment.createDaemon()) {
            assertThat(other.random().nextLong())
                    .isNotEqualTo(environment.random().nextLong());
        }
    }

    private InetSocketAddress listen(Function<StreamTransport.Connection, StreamTransport.Handler> acceptor)
            throws Exception {
        return await(environment.streams().listen(ANY, acceptor)).localAddress();
    }

    private static CompletableFuture<Void> pause(Worker worker) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        worker.schedule(Duration.ofMillis(20), () -> over.complete(null));
        return over;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T await(CompletableFuture<T> future) throws Exception {
        try {
            return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
