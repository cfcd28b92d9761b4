package org.voxelpopuli.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.simulation.SeededRandom;

/** What every environment promises. Two environments that reach each other, here and there, are provided by the subclass. */
public abstract class NodeEnvironmentContract {
    protected static final Duration TIMEOUT = Duration.ofSeconds(20);

    protected abstract NodeEnvironment here();

    protected abstract NodeEnvironment there();

    /** The address under which an environment's port is bound and reached; port 0 for any. */
    protected abstract InetSocketAddress address(NodeEnvironment environment, int port);

    /** The value of a future that is completed within a generous time; if it fails, throws something with that cause. */
    protected abstract <T> T await(CompletableFuture<T> future);

    /** Connects from there with a peer that never reads. */
    protected abstract void connectStalledReader(InetSocketAddress to);

    // Workers

    @Test
    void tasksRunInTheOrderGivenOnTheirWorker() {
        Worker worker = here().worker("orderly");
        List<Integer> ran = new ArrayList<>();
        List<Boolean> current = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            worker.execute(() -> {
                ran.add(number);
                current.add(worker.isCurrent());
            });
        }
        finish(worker);
        assertThat(ran).hasSize(1_000).isSorted();
        assertThat(new HashSet<>(current)).containsExactly(true);
        assertThat(worker.isCurrent()).isFalse();
        assertThat(worker.name()).isEqualTo("orderly");
    }

    @Test
    void timersRunInTheOrderOfTheirTimesAndNotEarly() {
        Worker worker = here().worker("timers");
        worker.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> {
            throw new AssertionError("never");
        });
        int[] delays = {60, 20, 40, 0, -5, 30, 20, 50, 10};
        long[] earliest = new long[delays.length];
        long[] latest = new long[delays.length];
        long[] ran = new long[delays.length];
        List<Integer> order = new ArrayList<>();
        CompletableFuture<Void> all = new CompletableFuture<>();
        for (int i = 0; i < delays.length; i++) {
            int number = i;
            long delay = Math.max(0, delays[i]) * 1_000_000L;
            earliest[i] = here().clock().nanos() + delay;
            worker.schedule(Duration.ofMillis(delays[i]), () -> {
                ran[number] = here().clock().nanos();
                order.add(number);
                if (order.size() == delays.length) {
                    all.complete(null);
                }
            });
            latest[i] = here().clock().nanos() + delay;
        }
        await(all);
        for (int i = 0; i < delays.length; i++) {
            assertThat(ran[i] - earliest[i]).isNotNegative();
        }
        for (int i = 1; i < order.size(); i++) {
            // The test's thread may have been held up between two calls, so that a short delay ends after a long one.
            assertThat(latest[order.get(i)] - earliest[order.get(i - 1)]).isNotNegative();
        }
    }

    @Test
    void aCancelledTimerDoesNotRun() {
        Worker worker = here().worker("timers");
        AtomicInteger ran = new AtomicInteger();
        CompletableFuture<Void> later = new CompletableFuture<>();
        Worker.Timer timer = worker.schedule(Duration.ofMillis(500), ran::incrementAndGet);
        worker.schedule(Duration.ofMillis(700), () -> later.complete(null));
        timer.cancel();
        timer.cancel();
        await(later);
        assertThat(ran).hasValue(0);
    }

    @Test
    void aTaskThatThrowsEndsAlone() {
        Worker worker = here().worker("careless");
        worker.execute(() -> {
            throw new IllegalStateException("expected by the test: task");
        });
        worker.execute(() -> {
            throw new AssertionError("expected by the test: error");
        });
        CompletableFuture<Void> timer = new CompletableFuture<>();
        worker.schedule(Duration.ofMillis(1), () -> {
            worker.schedule(Duration.ofMillis(1), () -> timer.complete(null));
            throw new IllegalStateException("expected by the test: timer");
        });
        await(timer);
        finish(worker);
    }

    @Test
    void aClosedWorkerRunsWhatItHasAndNothingElse() {
        Worker worker = here().worker("closing");
        List<String> ran = new ArrayList<>();
        CompletableFuture<Void> last = new CompletableFuture<>();
        Worker witness = here().worker("witness");
        worker.execute(() -> {
            worker.schedule(Duration.ofMillis(500), () -> ran.add("timer"));
            worker.execute(() -> ran.add("given"));
            worker.execute(() -> witness.schedule(Duration.ofMillis(700), () -> last.complete(null)));
            worker.close();
            worker.close();
            worker.execute(() -> ran.add("late"));
            worker.schedule(Duration.ZERO, () -> ran.add("late timer")).cancel();
        });
        await(last);
        assertThat(ran).containsExactly("given");
    }

    // Datagrams

    @Test
    void datagramsAreEchoedWholeWhateverTheirSize() {
        AtomicReference<DatagramTransport.Socket> echo = new AtomicReference<>();
        Worker server = there().worker("server");
        echo.set(await(there().datagrams().bind(address(there(), 0), server, (from, payload) -> {
            assertThat(server.isCurrent()).isTrue();
            echo.get().send(from, payload);
        })));
        for (int size : new int[] {1, 1_400, 9_000, DatagramTransport.MAX_PAYLOAD}) {
            byte[] sent = bytes(size);
            CompletableFuture<byte[]> back = new CompletableFuture<>();
            CompletableFuture<InetSocketAddress> from = new CompletableFuture<>();
            DatagramTransport.Socket socket =
                    await(here().datagrams().bind(address(here(), 0), here().worker("client"), (sender, payload) -> {
                        from.complete(sender);
                        back.complete(payload);
                    }));
            assertThat(socket.localAddress().getPort()).isPositive();
            socket.send(echo.get().localAddress(), sent);
            assertThat(await(back)).isEqualTo(sent);
            assertThat(await(from)).isEqualTo(echo.get().localAddress());
            await(socket.close());
        }
    }

    @Test
    void whatCannotBeSentIsLostWithoutAnError() {
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        DatagramTransport.Socket receiver = await(there().datagrams()
                .bind(address(there(), 0), there().worker("server"), (from, payload) -> got.complete(payload)));
        DatagramTransport.Socket socket =
                await(here().datagrams().bind(address(here(), 0), here().worker("client"), (from, payload) -> {}));
        socket.send(receiver.localAddress(), new byte[DatagramTransport.MAX_PAYLOAD + 1]);
        socket.send(InetSocketAddress.createUnresolved("nowhere.invalid", 1), new byte[1]);
        socket.send(new InetSocketAddress(receiver.localAddress().getAddress(), 0), new byte[1]);
        socket.send(address(there(), 9), new byte[1]);
        socket.send(receiver.localAddress(), new byte[0]);
        socket.send(receiver.localAddress(), new byte[] {42});
        assertThat(await(got)).containsExactly(42);
        await(socket.close());
        socket.send(receiver.localAddress(), new byte[1]);
        await(socket.close());
    }

    @Test
    void aTakenUdpPortIsABindExceptionAndIsFreeAfterClose() {
        Worker worker = here().worker("owner");
        DatagramTransport.Socket first =
                await(here().datagrams().bind(address(here(), 0), worker, (from, payload) -> {}));
        InetSocketAddress taken = first.localAddress();
        assertThatThrownBy(() -> await(here().datagrams().bind(taken, worker, (from, payload) -> {})))
                .hasCauseInstanceOf(BindException.class)
                .cause()
                .hasMessageContaining(taken.getAddress().getHostAddress() + ":" + taken.getPort());
        await(first.close());
        await(await(here().datagrams().bind(taken, worker, (from, payload) -> {}))
                .close());
    }

    @Test
    void anUnknownHostOrForeignAddressIsABindException() {
        for (InetSocketAddress local : List.of(
                InetSocketAddress.createUnresolved("nowhere.invalid", 4000),
                new InetSocketAddress("192.0.2.1", 4000))) {
            assertThatThrownBy(
                            () -> await(here().datagrams().bind(local, here().worker("owner"), (from, payload) -> {})))
                    .hasCauseInstanceOf(BindException.class)
                    .cause()
                    .hasMessageContaining("4000");
            assertThatThrownBy(() -> await(here().streams().listen(local, connection -> new StreamRecorder())))
                    .hasCauseInstanceOf(BindException.class)
                    .cause()
                    .hasMessageContaining("4000");
        }
    }

    @Test
    void allMembersOfAGroupHearWhatIsSentToItAndWhoHasLeftDoesNot() {
        InetSocketAddress group = new InetSocketAddress(
                "239.255.63.64", 50_000 + (int) (ProcessHandle.current().pid() % 5_000));
        InetAddress local = address(here(), 0).getAddress();
        CompletableFuture<InetSocketAddress> atHere = new CompletableFuture<>();
        CompletableFuture<InetSocketAddress> atThere = new CompletableFuture<>();
        List<byte[]> afterLeaving = new CopyOnWriteArrayList<>();
        Worker worker = here().worker("member");
        DatagramTransport.Socket leaver =
                await(here().datagrams().join(group, local, worker, (from, payload) -> afterLeaving.add(payload)));
        await(leaver.close());
        await(here().datagrams().join(group, local, worker, (from, payload) -> atHere.complete(from)));
        await(there().datagrams()
                .join(group, address(there(), 0).getAddress(), there().worker("member"), (from, payload) -> {
                    assertThat(payload).containsExactly(7);
                    atThere.complete(from);
                }));
        DatagramTransport.Socket sender =
                await(here().datagrams().bind(address(here(), 0), worker, (from, payload) -> {}));
        sender.send(group, new byte[] {7});
        assertThat(await(atHere)).isEqualTo(sender.localAddress());
        assertThat(await(atThere)).isEqualTo(sender.localAddress());
        assertThat(afterLeaving).isEmpty();
    }

    @Test
    void whatIsNoGroupOrNoInterfaceOfThisMachineIsABindException() throws UnknownHostException {
        Worker worker = here().worker("member");
        InetAddress local = address(here(), 0).getAddress();
        assertThatThrownBy(() -> await(here().datagrams()
                        .join(new InetSocketAddress("192.0.2.1", 4000), local, worker, (from, payload) -> {})))
                .hasCauseInstanceOf(BindException.class)
                .cause()
                .hasMessageContaining("Cannot join the multicast group");
        InetAddress foreign = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        assertThatThrownBy(() -> await(here().datagrams()
                        .join(new InetSocketAddress("239.255.63.64", 4000), foreign, worker, (from, payload) -> {})))
                .hasCauseInstanceOf(BindException.class)
                .cause()
                .hasMessageContaining("192.0.2.1");
    }

    // Streams

    @Test
    void streamsCarryBytesInOrderInBothDirections() {
        InetSocketAddress server = listen(connection -> new Echo(connection));
        byte[] sent = bytes(1_000_000);
        StreamRecorder client = new StreamRecorder(sent.length);
        StreamTransport.Connection connection = connect(server, client);
        RandomGenerator random = SeededRandom.of(3, "pieces");
        for (int from = 0; from < sent.length; ) {
            int to = Math.min(sent.length, from + random.nextInt(random.nextBoolean() ? 10 : 100_000));
            connection.send(Arrays.copyOfRange(sent, from, to));
            from = to;
        }
        assertThat(await(client.complete())).isEqualTo(sent);
        assertThat(connection.remoteAddress()).isEqualTo(server);
    }

    @Test
    void allEventsComeOnTheConnectionsWorkerAndTheHandlerIsMadeFirst() {
        CompletableFuture<Boolean> accepted = new CompletableFuture<>();
        CompletableFuture<Boolean> received = new CompletableFuture<>();
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        InetSocketAddress server = listen(connection -> {
            accepted.complete(connection.worker().isCurrent());
            return new StreamTransport.Handler() {
                @Override
                public void received(byte[] bytes) {
                    received.complete(connection.worker().isCurrent());
                }

                @Override
                public void closed(Throwable cause) {
                    closed.complete(connection.worker().isCurrent());
                }
            };
        });
        List<String> order = new ArrayList<>();
        CompletableFuture<StreamTransport.Connection> connecting = here().streams()
                .connect(server, TIMEOUT, connection -> {
                    order.add("initiator " + connection.worker().isCurrent());
                    connection.send(new byte[1]);
                    return new StreamRecorder();
                });
        StreamTransport.Connection connection = await(connecting);
        assertThat(order).containsExactly("initiator true");
        assertThat(await(accepted)).isTrue();
        assertThat(await(received)).isTrue();
        connection.close();
        assertThat(await(closed)).isTrue();
    }

    @Test
    void aCloseSendsWhatIsQueuedAndTellsBothHandlers() {
        CompletableFuture<StreamRecorder> accepted = new CompletableFuture<>();
        byte[] sent = bytes(3_000_000);
        InetSocketAddress server = listen(connection -> {
            StreamRecorder handler = new StreamRecorder(sent.length);
            accepted.complete(handler);
            return handler;
        });
        StreamRecorder client = new StreamRecorder();
        StreamTransport.Connection connection = connect(server, client);
        connection.send(sent);
        connection.close();
        connection.send(new byte[1]);
        connection.close();
        StreamRecorder serverSide = await(accepted);
        assertThat(await(serverSide.closed())).isEmpty();
        assertThat(await(serverSide.complete())).isEqualTo(sent);
        assertThat(await(client.closed())).isEmpty();
        assertThat(connection.backlog()).isZero();
    }

    @Test
    void theLastWordsReachAPeerThatIsStillTalking() {
        byte[] refusal = "{\"ok\":false}\n".getBytes(UTF_8);
        InetSocketAddress server = listen(connection -> new StreamRecorder() {
            @Override
            public void received(byte[] bytes) {
                connection.send(refusal);
                connection.close();
            }
        });
        StreamRecorder client = new StreamRecorder(refusal.length);
        StreamTransport.Connection connection = connect(server, client);
        for (int i = 0; i < 100; i++) {
            connection.send(new byte[1_000]);
        }
        assertThat(await(client.complete())).isEqualTo(refusal);
        await(client.closed());
    }

    @Test
    void anAbortIsNoticedByThePeerAsABrokenConnection() {
        CompletableFuture<StreamRecorder> accepted = new CompletableFuture<>();
        InetSocketAddress server = listen(connection -> {
            StreamRecorder handler = new StreamRecorder();
            accepted.complete(handler);
            return handler;
        });
        StreamRecorder client = new StreamRecorder();
        StreamTransport.Connection connection = connect(server, client);
        StreamRecorder serverSide = await(accepted);
        connection.abort();
        connection.abort();
        connection.close();
        assertThat(await(client.closed())).isEmpty();
        assertThat(await(serverSide.closed())).containsInstanceOf(IOException.class);
    }

    @Test
    void aPortWithoutAListenerRefuses() {
        InetSocketAddress server = listen(connection -> new StreamRecorder());
        StreamTransport.Listener other =
                await(there().streams().listen(address(there(), 0), c -> new StreamRecorder()));
        InetSocketAddress closed = other.localAddress();
        await(other.close());
        assertThatThrownBy(() -> await(here().streams().connect(closed, TIMEOUT, c -> new StreamRecorder())))
                .hasCauseInstanceOf(IOException.class)
                .cause()
                .hasMessageContaining("refused")
                .hasMessageContaining(String.valueOf(closed.getPort()));
        connect(server, new StreamRecorder());
    }

    @Test
    void anUnknownHostIsAnIoException() {
        assertThatThrownBy(() -> await(here().streams()
                        .connect(
                                InetSocketAddress.createUnresolved("nowhere.invalid", 1),
                                TIMEOUT,
                                c -> new StreamRecorder())))
                .hasCauseInstanceOf(IOException.class)
                .cause()
                .hasMessageContaining("nowhere.invalid");
    }

    @Test
    void aTakenTcpPortIsABindExceptionAndIsFreeAfterClose() {
        StreamTransport.Listener first =
                await(here().streams().listen(address(here(), 0), connection -> new StreamRecorder()));
        InetSocketAddress taken = first.localAddress();
        assertThatThrownBy(() -> await(here().streams().listen(taken, connection -> new StreamRecorder())))
                .hasCauseInstanceOf(BindException.class)
                .cause()
                .hasMessageContaining(taken.getAddress().getHostAddress() + ":" + taken.getPort());
        await(first.close());
        await(await(here().streams().listen(taken, connection -> new StreamRecorder()))
                .close());
    }

    @Test
    void aReaderThatStallsShowsInTheBacklogAndCanBeDropped() {
        CompletableFuture<StreamTransport.Connection> accepted = new CompletableFuture<>();
        StreamRecorder handler = new StreamRecorder();
        StreamTransport.Listener listener = await(here().streams().listen(address(here(), 0), connection -> {
            accepted.complete(connection);
            return handler;
        }));
        connectStalledReader(listener.localAddress());
        StreamTransport.Connection connection = await(accepted);
        assertThat(connection.backlog()).isZero();
        long sent = 64L * 1024 * 1024;
        byte[] piece = new byte[64 * 1024];
        for (long i = 0; i < sent; i += piece.length) {
            connection.send(piece);
        }
        CompletableFuture<Void> later = new CompletableFuture<>();
        connection.worker().schedule(Duration.ofMillis(200), () -> later.complete(null));
        await(later);
        // The systems' buffers take some megabytes at most.
        assertThat(connection.backlog()).isBetween(sent - 16 * 1024 * 1024, sent);
        connection.abort();
        await(handler.closed());
        assertThat(connection.backlog()).isZero();
    }

    @Test
    void whoDoesNotWantToReadLetsThePeerWaitAndMissesNothing() {
        CompletableFuture<StreamTransport.Connection> accepted = new CompletableFuture<>();
        byte[] sent = bytes(40_000_000);
        StreamRecorder reader = new StreamRecorder(sent.length);
        InetSocketAddress server = listen(connection -> {
            accepted.complete(connection);
            connection.reading(false);
            return reader;
        });
        StreamTransport.Connection writer = connect(server, new StreamRecorder());
        StreamTransport.Connection connection = await(accepted);
        writer.send(sent);
        CompletableFuture<Void> later = new CompletableFuture<>();
        writer.worker().schedule(Duration.ofMillis(200), () -> later.complete(null));
        await(later);
        assertThat(writer.backlog()).isGreaterThan(sent.length - 16_000_000L);
        assertThat(reader.complete()).isNotDone();
        connection.reading(true);
        assertThat(await(reader.complete())).isEqualTo(sent);
    }

    @Test
    void bytesAreTakenFromTheMemoryOfTheTransportByWhomAsksForThem() {
        byte[] sent = bytes(3_000_000);
        StreamRecorder reader = new StreamRecorder(sent.length) {
            @Override
            public void received(ByteBuffer piece) {
                assertThat(piece.hasRemaining()).isTrue();
                // In two parts; what is left is the transport's to drop.
                byte[] part = new byte[(piece.remaining() + 1) / 2];
                piece.get(part);
                received(part);
                if (piece.hasRemaining()) {
                    received(copy(piece.slice()));
                }
            }
        };
        CompletableFuture<StreamTransport.Connection> accepted = new CompletableFuture<>();
        connect(
                listen(connection -> {
                    accepted.complete(connection);
                    return new StreamRecorder();
                }),
                reader);
        await(accepted).send(sent);
        assertThat(await(reader.complete())).isEqualTo(sent);
    }

    private static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }

    @Test
    void aCloseDoesNotWaitForeverForAReaderThatStalls() {
        CompletableFuture<StreamTransport.Connection> accepted = new CompletableFuture<>();
        StreamRecorder handler = new StreamRecorder();
        StreamTransport.Listener listener = await(here().streams().listen(address(here(), 0), connection -> {
            accepted.complete(connection);
            return handler;
        }));
        connectStalledReader(listener.localAddress());
        StreamTransport.Connection connection = await(accepted);
        connection.send(new byte[32 * 1024 * 1024]);
        connection.close();
        await(handler.closed());
    }

    @Test
    void aThousandConnectionsAreOpenAtOnce() {
        InetSocketAddress server = listen(connection -> new Echo(connection));
        List<CompletableFuture<StreamTransport.Connection>> connecting = new ArrayList<>();
        List<StreamRecorder> clients = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            StreamRecorder client = new StreamRecorder(4);
            clients.add(client);
            connecting.add(here().streams().connect(server, TIMEOUT, connection -> client));
        }
        connecting.forEach(this::await);
        for (int i = 0; i < clients.size(); i++) {
            await(connecting.get(i)).send(String.format("%04d", i).getBytes(UTF_8));
        }
        for (int i = 0; i < clients.size(); i++) {
            assertThat(new String(await(clients.get(i).complete()), UTF_8)).isEqualTo(String.format("%04d", i));
        }
    }

    @Test
    void aHandlerThatThrowsLosesItsConnectionAndNoOther() {
        CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
        InetSocketAddress server = listen(connection -> new StreamRecorder() {
            @Override
            public void received(byte[] bytes) {
                if (bytes[0] == 'x') {
                    throw new IllegalStateException("expected by the test: handler");
                }
                connection.send(bytes);
            }

            @Override
            public void closed(Throwable cause) {
                closed.complete(Optional.ofNullable(cause));
            }
        });
        StreamRecorder good = new StreamRecorder();
        StreamRecorder bad = new StreamRecorder();
        StreamTransport.Connection goodConnection = connect(server, good);
        connect(server, bad).send(new byte[] {'x'});
        await(bad.closed());
        assertThat(await(closed)).containsInstanceOf(IllegalStateException.class);
        goodConnection.send(new byte[] {'g'});
        assertThat(await(good.complete())).containsExactly('g');
    }

    @Test
    void anInitiatorThatThrowsFailsTheConnect() {
        InetSocketAddress server = listen(connection -> new StreamRecorder());
        assertThatThrownBy(() -> await(here().streams().connect(server, TIMEOUT, connection -> {
                    throw new IllegalStateException("expected by the test: initiator");
                })))
                .hasCauseInstanceOf(IOException.class)
                .cause()
                .hasMessageContaining("expected by the test");
    }

    @Test
    void aListenerThatClosesKeepsItsConnections() {
        CompletableFuture<StreamTransport.Connection> accepted = new CompletableFuture<>();
        StreamTransport.Listener listener = await(there().streams().listen(address(there(), 0), connection -> {
            accepted.complete(connection);
            return new Echo(connection);
        }));
        StreamRecorder client = new StreamRecorder();
        StreamTransport.Connection connection = connect(listener.localAddress(), client);
        await(accepted);
        await(listener.close());
        connection.send(new byte[] {7});
        assertThat(await(client.complete())).containsExactly(7);
    }

    // The whole

    @Test
    void aClosedEnvironmentEndsItsConnectionsAndRefusesNewOnes() {
        InetSocketAddress server = listen(connection -> new Echo(connection));
        StreamRecorder client = new StreamRecorder();
        connect(server, client).send(new byte[1]);
        await(client.complete());
        there().close();
        there().close();
        assertThat(await(client.closed())).isEmpty();
        assertThatThrownBy(() -> there().worker("late")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(
                        () -> await(there().streams().listen(address(there(), 0), connection -> new StreamRecorder())))
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> await(here().streams().connect(server, TIMEOUT, c -> new StreamRecorder())))
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void aClosedEnvironmentLetsWorkersFinishWhatTheyHave() {
        List<String> ran = new ArrayList<>();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Worker worker = there().worker("last");
        worker.schedule(Duration.ofMinutes(1), () -> ran.add("timer"));
        worker.execute(() -> ran.add("task"));
        worker.execute(() -> done.complete(null));
        there().close();
        await(done);
        assertThat(ran).containsExactly("task");
    }

    private InetSocketAddress listen(Function<StreamTransport.Connection, StreamTransport.Handler> acceptor) {
        return await(there().streams().listen(address(there(), 0), acceptor)).localAddress();
    }

    // Files

    @Test
    void aPartOfAFileIsSentInItsTurn(@TempDir Path folder) throws IOException {
        CompletableFuture<StreamTransport.Connection> accepted = new CompletableFuture<>();
        InetSocketAddress server = listen(connection -> {
            accepted.complete(connection);
            return new StreamRecorder();
        });
        byte[] content = bytes(9_000_000);
        try (FileChannel file = here().files().open(folder.resolve("file"), true)) {
            write(file, content);
            int from = 1_234_567;
            int to = 8_999_999;
            int count = to - from;
            StreamRecorder client = new StreamRecorder(3 + count + 2 + 10);
            connect(server, client);
            StreamTransport.Connection sender = await(accepted);
            sender.send(new byte[] {1, 2, 3});
            sender.sendFile(file, from, count);
            sender.send(new byte[] {4, 5});
            sender.sendFile(file, 0, 10);
            sender.sendFile(file, 0, 0);
            byte[] expected = new byte[3 + count + 2 + 10];
            System.arraycopy(new byte[] {1, 2, 3}, 0, expected, 0, 3);
            System.arraycopy(content, from, expected, 3, count);
            System.arraycopy(new byte[] {4, 5}, 0, expected, 3 + count, 2);
            System.arraycopy(content, 0, expected, 3 + count + 2, 10);
            assertThat(await(client.complete())).isEqualTo(expected);
            assertThat(file.isOpen()).isTrue();
            CompletableFuture<Void> later = new CompletableFuture<>();
            sender.worker().schedule(Duration.ofMillis(10), () -> later.complete(null));
            await(later);
            assertThat(sender.backlog()).isZero();
        }
    }

    @Test
    void aFileThatIsShorterThanWhatIsToBeSentOfItBreaksTheConnection(@TempDir Path folder) throws IOException {
        CompletableFuture<StreamTransport.Connection> accepted = new CompletableFuture<>();
        InetSocketAddress server = listen(connection -> {
            accepted.complete(connection);
            return new StreamRecorder();
        });
        try (FileChannel file = here().files().open(folder.resolve("short"), true)) {
            write(file, bytes(1_000));
            StreamRecorder client = new StreamRecorder();
            connect(server, client);
            await(accepted).sendFile(file, 500, 1_000);
            await(client.closed());
        }
    }

    @Test
    void filesAreMadeListedRenamedAndDeleted(@TempDir Path temporary) throws IOException {
        FileStorage files = here().files();
        Path folder = temporary.resolve("one/two");
        assertThat(files.list(folder)).isEmpty();
        files.makeFolder(folder);
        files.makeFolder(folder);
        byte[] content = bytes(1_000);
        for (String name : List.of("b", "a")) {
            try (FileChannel file = files.open(folder.resolve(name), true)) {
                write(file, content);
                file.force(true);
            }
        }
        assertThat(files.list(folder)).containsExactly("a", "b");
        assertThatThrownBy(() -> files.rename(folder.resolve("a"), folder.resolve("b")))
                .isInstanceOf(FileAlreadyExistsException.class);
        files.rename(folder.resolve("a"), folder.resolve("c"));
        assertThat(files.list(folder)).containsExactly("b", "c");
        try (FileChannel file = files.open(folder.resolve("c"), false)) {
            assertThat(file.size()).isEqualTo(1_000);
            ByteBuffer end = ByteBuffer.allocate(100);
            assertThat(file.read(end, 990)).isEqualTo(10);
            assertThat(Arrays.copyOf(end.array(), 10)).isEqualTo(Arrays.copyOfRange(content, 990, 1_000));
            assertThat(file.read(end, 1_000)).isEqualTo(-1);
        }
        try (FileChannel file = files.open(folder.resolve("c"), true)) {
            file.truncate(10);
            assertThat(file.size()).isEqualTo(10);
        }
        files.delete(folder.resolve("c"));
        files.delete(folder.resolve("c"));
        assertThat(files.list(folder)).containsExactly("b");
        assertThatThrownBy(() -> files.open(folder.resolve("c"), false)).isInstanceOf(NoSuchFileException.class);
    }

    private static void write(FileChannel file, byte[] content) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
            file.write(bytes, bytes.position());
        }
    }

    private StreamTransport.Connection connect(InetSocketAddress to, StreamTransport.Handler handler) {
        return await(here().streams().connect(to, TIMEOUT, connection -> handler));
    }

    private void finish(Worker worker) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        worker.execute(() -> done.complete(null));
        await(done);
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        SeededRandom.of(size, "bytes").nextBytes(bytes);
        return bytes;
    }

    /** Sends back what it gets. */
    private static final class Echo extends StreamRecorder {
        private final StreamTransport.Connection connection;

        Echo(StreamTransport.Connection connection) {
            this.connection = connection;
        }

        @Override
        public void received(byte[] bytes) {
            connection.send(bytes);
        }
    }
}
