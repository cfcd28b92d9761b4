package org.voxelpopuli.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

class SimulationTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Simulation simulation = new Simulation(7);
    private final SimulatedHost a = simulation.newHost("a");
    private final SimulatedHost b = simulation.newHost("b");

    @Test
    void virtualTimePassesWithoutWaiting() {
        List<Duration> fired = new ArrayList<>();
        Worker worker = a.worker("w");
        worker.schedule(Duration.ofDays(2), () -> fired.add(simulation.elapsed()));
        worker.schedule(Duration.ofHours(1), () -> fired.add(simulation.elapsed()));
        simulation.run(Duration.ofDays(1));
        assertThat(fired).containsExactly(Duration.ofHours(1));
        assertThat(simulation.elapsed()).isEqualTo(Duration.ofDays(1));
        simulation.run(Duration.ofDays(1));
        assertThat(fired).containsExactly(Duration.ofHours(1), Duration.ofDays(2));
    }

    @Test
    void wallClocksAreSkewedPerHostAndMonotonicOnesAreNot() {
        long wall = a.clock().wallMillis();
        long nanos = a.clock().nanos();
        a.setClockSkew(Duration.ofDays(-1));
        simulation.run(SECOND);
        assertThat(a.clock().wallMillis()).isEqualTo(wall + 1_000 - 86_400_000);
        assertThat(b.clock().wallMillis()).isEqualTo(wall + 1_000);
        assertThat(a.clock().nanos()).isEqualTo(nanos + 1_000_000_000);
    }

    @Test
    void theSameSeedGivesTheSameRunAndAnotherSeedAnother() {
        assertThat(busyRun(1)).isEqualTo(busyRun(1));
        assertThat(busyRun(1)).isNotEqualTo(busyRun(2));
    }

    private static long busyRun(long seed) {
        Simulation run = new Simulation(seed);
        run.network().datagramLoss(0.2);
        List<DatagramTransport.Socket> sockets = new ArrayList<>();
        List<SimulatedHost> hosts = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            SimulatedHost host = run.newHost("h" + i);
            hosts.add(host);
            sockets.add(run.await(
                    host.datagrams().bind(host.socketAddress(4000), host.worker("w"), (from, payload) -> {
                        if (host.random().nextInt(10) != 0) {
                            sockets.get(hosts.indexOf(host)).send(from, payload);
                        }
                    }),
                    SECOND));
        }
        for (int i = 1; i < 10; i++) {
            sockets.get(i).send(hosts.get(0).socketAddress(4000), ("hello " + i).getBytes(UTF_8));
        }
        Pair pair = Pair.open(run, hosts.get(1), hosts.get(2));
        pair.client.send(new byte[100_000]);
        run.run(SECOND);
        assertThat(run.failures()).isEmpty();
        return run.fingerprint();
    }

    @Test
    void aHostThatStartsAgainHasItsOldAddressAndNewRandomness() {
        long first = a.random().nextLong();
        a.crash();
        SimulatedHost again = simulation.newHost("a");
        assertThat(again.address()).isEqualTo(a.address());
        assertThat(again.random().nextLong()).isNotEqualTo(first);
        assertThatThrownBy(() -> simulation.newHost("a")).hasMessageContaining("already running");
    }

    @Test
    void awaitFailsWithTheSeedAndTheCause() {
        CompletableFuture<String> never = new CompletableFuture<>();
        assertThatThrownBy(() -> simulation.await(never, MINUTE))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PT1M")
                .hasMessageContaining("seed 7");
        assertThatThrownBy(() -> simulation.await(
                        CompletableFuture.failedFuture(new BindException("taken"))
                                .thenApply(x -> x),
                        MINUTE))
                .hasMessageContaining("taken")
                .hasMessageContaining("seed 7")
                .hasCauseInstanceOf(BindException.class);
        assertThatThrownBy(() -> simulation.runUntil(() -> false, MINUTE)).hasMessageContaining("seed 7");
    }

    @Test
    void whatTasksThrowIsRecordedAndShownWithTheNextFailure() {
        a.worker("w").execute(() -> {
            throw new IllegalStateException("broken");
        });
        simulation.run(SECOND);
        assertThat(simulation.failures()).hasSize(1).first().isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> simulation.runUntil(() -> false, SECOND))
                .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("broken"));
    }

    @Test
    void otherThreadsAreRefused() {
        Worker worker = a.worker("w");
        CompletableFuture<Void> foreign =
                CompletableFuture.runAsync(() -> worker.execute(() -> {}), ForkJoinPool.commonPool());
        assertThatThrownBy(foreign::join).hasMessageContaining("belongs to the thread");
    }

    @Test
    void anEndlessLoopAtOneInstantIsFound() {
        Worker worker = a.worker("w");
        Runnable[] loop = new Runnable[1];
        loop[0] = () -> worker.execute(loop[0]);
        loop[0].run();
        assertThatThrownBy(() -> simulation.run(SECOND)).hasMessageContaining("Time stands still");
    }

    @Test
    void datagramsTakeTheirLatencyAndSomeAreLost() {
        simulation.network().latency(Duration.ofMillis(20), Duration.ofMillis(30));
        simulation.network().datagramLoss(0.25);
        List<Duration> arrivals = new ArrayList<>();
        simulation.await(
                b.datagrams()
                        .bind(b.socketAddress(4000), b.worker("w"), (from, p) -> arrivals.add(simulation.elapsed())),
                SECOND);
        DatagramTransport.Socket sender = socket(a);
        Duration sent = simulation.elapsed();
        for (int i = 0; i < 1_000; i++) {
            sender.send(b.socketAddress(4000), new byte[] {1});
        }
        simulation.run(SECOND);
        assertThat(arrivals.size()).isBetween(650, 850);
        assertThat(arrivals).allSatisfy(time -> assertThat(time.minus(sent))
                .isBetween(Duration.ofMillis(20), Duration.ofMillis(30)));
    }

    @Test
    void aCrashIsSilentAndItsWorkersNeverRunAgain() {
        AtomicInteger ran = new AtomicInteger();
        Worker worker = a.worker("w");
        worker.execute(ran::incrementAndGet);
        worker.schedule(SECOND, ran::incrementAndGet);
        Pair pair = Pair.open(simulation, b, a);
        ran.set(0);
        simulation.await(
                a.datagrams().bind(a.socketAddress(4000), worker, (from, payload) -> ran.incrementAndGet()), SECOND);
        socket(b).send(a.socketAddress(4000), new byte[1]);
        worker.execute(ran::incrementAndGet);
        a.crash();
        worker.execute(ran::incrementAndGet);
        pair.client.send(new byte[10]);
        simulation.run(SECOND);
        assertThat(ran).hasValue(0);
        assertThat(pair.clientSide.closed).isFalse();
        simulation.run(MINUTE);
        assertThat(pair.clientSide.closed).isTrue();
        assertThat(pair.clientSide.cause).hasMessageContaining("timed out");
        assertThat(pair.serverSide.closed).isFalse();
        assertThatThrownBy(() -> simulation.await(
                        b.streams().connect(a.socketAddress(4001), SECOND, c -> new Recorder()), MINUTE))
                .hasCauseInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aPeerThatStartedAgainResetsOldConnections() {
        Pair pair = Pair.open(simulation, b, a);
        a.crash();
        simulation.newHost("a");
        pair.client.send(new byte[10]);
        simulation.run(SECOND);
        assertThat(pair.clientSide.cause).hasMessageContaining("reset");
        assertThatThrownBy(() -> simulation.await(
                        b.streams().connect(a.socketAddress(4001), SECOND, c -> new Recorder()), MINUTE))
                .hasCauseInstanceOf(ConnectException.class);
    }

    @Test
    void aHostThatClosesEndsItsConnectionsInOrder() {
        Pair pair = Pair.open(simulation, b, a);
        pair.server.send(new byte[1_000]);
        a.close();
        simulation.run(SECOND);
        assertThat(pair.clientSide.closed).isTrue();
        assertThat(pair.clientSide.cause).isNull();
        assertThat(pair.clientSide.received).isEqualTo(1_000);
    }

    @Test
    void streamsSurviveAShortPartitionAndBreakInALongOne() {
        Pair pair = Pair.open(simulation, a, b);
        Partition partition = Partition.between(Set.of(a), Set.of(b));
        simulation.network().add(partition);
        pair.client.send(new byte[50_000]);
        simulation.run(Duration.ofSeconds(10));
        assertThat(pair.serverSide.received).isZero();
        simulation.network().remove(partition);
        simulation.run(Duration.ofSeconds(10));
        assertThat(pair.serverSide.received).isEqualTo(50_000);

        simulation.network().add(partition);
        simulation.run(MINUTE);
        assertThat(pair.clientSide.cause).hasMessageContaining("timed out");
        assertThat(pair.serverSide.cause).hasMessageContaining("timed out");
    }

    @Test
    void aReaderThatPausesMakesTheSendersBacklogGrow() {
        Pair pair = Pair.open(simulation, a, b);
        b.pauseReading();
        for (int i = 0; i < 100; i++) {
            pair.client.send(new byte[10_000]);
        }
        simulation.run(MINUTE);
        assertThat(pair.client.backlog()).isEqualTo(1_000_000 - StreamPipe.WINDOW);
        assertThat(pair.serverSide.received).isZero();
        b.resumeReading();
        simulation.run(SECOND);
        assertThat(pair.client.backlog()).isZero();
        assertThat(pair.serverSide.received).isEqualTo(1_000_000);
    }

    @Test
    void aFaultMayRepeatAndCorruptDatagrams() {
        simulation.network().add((packet, random, next) -> {
            next.accept(packet);
            next.accept(new Transmission(packet.kind(), packet.from(), packet.to(), new byte[] {9}, packet.delay())
                    .delayed(SECOND));
        });
        List<Byte> got = new ArrayList<>();
        simulation.await(
                b.datagrams().bind(b.socketAddress(4000), b.worker("w"), (from, payload) -> got.add(payload[0])),
                SECOND);
        socket(a).send(b.socketAddress(4000), new byte[] {1});
        simulation.run(MINUTE);
        assertThat(got).containsExactly((byte) 1, (byte) 9);
    }

    @Test
    void propertiesNameTheSeedThatFails() {
        List<Long> drawn = new ArrayList<>();
        SeededRandom.forEachSeed(3, (seed, random) -> drawn.add(random.nextLong()));
        SeededRandom.forEachSeed(3, (seed, random) -> assertThat(drawn).contains(random.nextLong()));
        assertThatThrownBy(() -> SeededRandom.forEachSeed(
                        5, (seed, random) -> assertThat(seed).isLessThan(4)))
                .hasMessageContaining("seed 4");
    }

    @Test
    void aMillionDatagramsBetweenAThousandHostsAreAMatterOfSeconds() {
        int hosts = 1_000;
        AtomicInteger received = new AtomicInteger();
        List<DatagramTransport.Socket> sockets = new ArrayList<>();
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            SimulatedHost host = simulation.newHost("node" + i);
            RandomGenerator random = host.random();
            int self = i;
            addresses.add(host.socketAddress(4000));
            sockets.add(simulation.await(
                    host.datagrams().bind(host.socketAddress(4000), host.worker("dht"), (from, payload) -> {
                        if (received.incrementAndGet() < 1_000_000) {
                            sockets.get(self).send(addresses.get(random.nextInt(hosts)), payload);
                        }
                    }),
                    SECOND));
        }
        for (int i = 0; i < hosts; i++) {
            sockets.get(i).send(addresses.get(hosts - 1 - i), new byte[100]);
        }
        simulation.runUntil(() -> received.get() >= 1_000_000, Duration.ofHours(1));
        assertThat(simulation.failures()).isEmpty();
    }

    private DatagramTransport.Socket socket(SimulatedHost host) {
        return simulation.await(
                host.datagrams().bind(host.socketAddress(0), host.worker("w"), (from, payload) -> {}), SECOND);
    }

    /** Counts what a connection brings. */
    private static final class Recorder implements StreamTransport.Handler {
        private long received;
        private boolean closed;
        private Throwable cause;

        @Override
        public void received(byte[] bytes) {
            received += bytes.length;
        }

        @Override
        public void closed(Throwable why) {
            closed = true;
            cause = why;
        }
    }

    /** Both ends of a connection. */
    private static final class Pair {
        private final Recorder clientSide = new Recorder();
        private final Recorder serverSide = new Recorder();
        private StreamTransport.Connection client;
        private StreamTransport.Connection server;

        static Pair open(Simulation simulation, SimulatedHost from, SimulatedHost to) {
            Pair pair = new Pair();
            simulation.await(
                    to.streams().listen(to.socketAddress(4001), connection -> {
                        pair.server = connection;
                        return pair.serverSide;
                    }),
                    SECOND);
            pair.client = simulation.await(
                    from.streams().connect(to.socketAddress(4001), SECOND, connection -> pair.clientSide), SECOND);
            return pair;
        }
    }
}
