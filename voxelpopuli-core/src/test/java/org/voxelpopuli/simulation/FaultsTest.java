package org.voxelpopuli.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

class FaultsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Simulation simulation = new Simulation(5);
    private final SimulatedHost a = simulation.newHost("a");
    private final SimulatedHost b = simulation.newHost("b");
    private final List<Integer> atA = new ArrayList<>();
    private final List<Integer> atB = new ArrayList<>();
    private final DatagramTransport.Socket ofA = socket(a, atA);
    private final DatagramTransport.Socket ofB = socket(b, atB);

    private DatagramTransport.Socket socket(SimulatedHost host, List<Integer> received) {
        return simulation.await(
                host.datagrams()
                        .bind(
                                host.socketAddress(4000),
                                host.worker("w"),
                                (from, bytes) -> received.add((int) bytes[0])),
                SECOND);
    }

    private void sendHundred() {
        for (int i = 0; i < 100; i++) {
            ofA.send(b.socketAddress(4000), new byte[] {(byte) i});
            simulation.run(Duration.ofMillis(10));
        }
        simulation.run(SECOND);
    }

    @Test
    void datagramsAreRepeated() {
        simulation.network().add(new DatagramDuplication(0.5, SECOND));
        sendHundred();
        assertThat(atB).hasSizeBetween(130, 170);
        assertThat(atB.stream().distinct()).hasSize(100);
    }

    @Test
    void datagramsAreOvertakenByManyOthers() {
        simulation.network().add(new Reordering(0.2, SECOND));
        sendHundred();
        assertThat(atB).hasSize(100);
        long furthest = IntStream.range(0, 100).map(i -> i - atB.get(i)).max().orElseThrow();
        assertThat(furthest).isGreaterThan(20);
    }

    @Test
    @DisplayName("an asymmetric partition: one direction is lost, the other is not, and no connection comes about")
    void oneWay() {
        OneWayPartition cut = OneWayPartition.between(List.of(a), List.of(b));
        simulation.network().add(cut);
        sendHundred();
        ofB.send(a.socketAddress(4000), new byte[] {1});
        simulation.run(SECOND);
        assertThat(atB).isEmpty();
        assertThat(atA).containsExactly(1);
        Ends ends = new Ends();
        assertThatThrownBy(() -> ends.connect(b, a)).hasMessageContaining("No connection");
        simulation.network().remove(cut);
        ends.connect(b, a);
    }

    @Test
    void aWrongProbabilityIsRefused() {
        assertThatThrownBy(() -> new Reordering(1.5, SECOND)).hasMessageContaining("0..1");
        assertThatThrownBy(() -> new DatagramDuplication(-1, SECOND)).hasMessageContaining("0..1");
        assertThatThrownBy(() -> new Reordering(1, SECOND.negated())).hasMessageContaining("within");
    }

    @Test
    @DisplayName("a reset connection ends on both sides with an error")
    void resets() {
        Ends ends = new Ends();
        ends.connect(a, b);
        a.resetConnections();
        simulation.run(SECOND);
        assertThat(ends.causes).hasSize(2).allMatch(cause -> cause.getMessage().startsWith("Connection reset"));
    }

    /** Both ends of connections. */
    private final class Ends {
        final List<Throwable> causes = new ArrayList<>();
        int port = 5000;
        int bytes;

        StreamTransport.Connection connect(SimulatedHost from, SimulatedHost to) {
            return connect(from, listen(to));
        }

        InetSocketAddress listen(SimulatedHost host) {
            InetSocketAddress at = host.socketAddress(port++);
            simulation.await(host.streams().listen(at, connection -> new End()), SECOND);
            return at;
        }

        StreamTransport.Connection connect(SimulatedHost from, InetSocketAddress at) {
            return simulation.await(
                    from.streams().connect(at, SECOND, connection -> new End()), SECOND.multipliedBy(2));
        }

        private final class End implements StreamTransport.Handler {
            @Override
            public void received(byte[] piece) {
                bytes += piece.length;
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                causes.add(cause == null ? new IOException("orderly") : cause);
            }
        }
    }

    @Test
    @DisplayName(
            "a stalled host does nothing while its clocks go on; then it does all at once, in order, but for what was cancelled")
    void stall() {
        List<String> done = new ArrayList<>();
        Worker worker = a.worker("w");
        worker.schedule(Duration.ofSeconds(1), () -> done.add("first"));
        Worker.Timer second = worker.schedule(Duration.ofSeconds(2), () -> done.add("second"));
        worker.schedule(Duration.ofMillis(1_500), second::cancel);
        worker.schedule(Duration.ofSeconds(30), () -> done.add("later"));
        long nanos = a.clock().nanos();
        a.stall();
        a.stall();
        worker.execute(() -> done.add("given"));
        ofB.send(a.socketAddress(4000), new byte[] {7});
        simulation.run(Duration.ofSeconds(20));
        assertThat(done).isEmpty();
        assertThat(atA).isEmpty();
        assertThat(a.clock().nanos() - nanos).isEqualTo(20_000_000_000L);
        a.goOn();
        simulation.run(Duration.ofMillis(1));
        assertThat(done).containsExactly("given", "first");
        assertThat(atA).containsExactly(7);
        simulation.run(Duration.ofSeconds(20));
        assertThat(done).containsExactly("given", "first", "later");
    }

    @Test
    @DisplayName("connections outlive a stall; the buffers between are bounded; what waited arrives")
    void stalledConnections() {
        Ends ends = new Ends();
        StreamTransport.Connection connection = ends.connect(a, b);
        b.stall();
        connection.send(new byte[1 << 20]);
        simulation.run(Duration.ofMinutes(2));
        assertThat(ends.bytes).isZero();
        assertThat(connection.backlog()).isGreaterThanOrEqualTo((1 << 20) - (256 << 10));
        b.goOn();
        simulation.run(Duration.ofSeconds(10));
        assertThat(ends.bytes).isEqualTo(1 << 20);
        assertThat(ends.causes).isEmpty();
    }

    @Test
    @DisplayName("a connection that is reset before a stalled host has accepted it is told to it, and forgotten")
    void resetBeforeItIsAccepted() {
        Ends ends = new Ends();
        InetSocketAddress at = ends.listen(b);
        b.stall();
        ends.connect(a, at).abort();
        simulation.run(SECOND);
        b.goOn();
        simulation.run(SECOND);
        assertThat(ends.causes).hasSize(2);
        assertThat(simulation.census().connections()).isZero();
    }

    @Test
    void aStalledHostCanCrashAndStartAgain() {
        AtomicInteger done = new AtomicInteger();
        a.stall();
        a.worker("w").execute(done::incrementAndGet);
        a.crash();
        a.goOn();
        simulation.newHost("a").worker("w").execute(done::incrementAndGet);
        simulation.run(SECOND);
        assertThat(done).hasValue(1);
    }

    @Test
    @DisplayName("the census counts what is open, and nothing of what was closed")
    void census() {
        Simulation world = new Simulation(6);
        SimulatedHost host = world.newHost("c");
        SimulatedHost other = world.newHost("d");
        assertThat(world.census()).isEqualTo(Census.NOTHING);
        Worker worker = host.worker("w");
        worker.schedule(Duration.ofDays(1), () -> {});
        Worker.Timer cancelled = worker.schedule(Duration.ofDays(1), () -> {});
        cancelled.cancel();
        var socket = world.await(host.datagrams().bind(host.socketAddress(1), worker, (from, bytes) -> {}), SECOND);
        var listener = world.await(host.streams().listen(host.socketAddress(2), connection -> new Silent()), SECOND);
        CompletableFuture<StreamTransport.Connection> connected =
                other.streams().connect(host.socketAddress(2), SECOND, connection -> new Silent());
        StreamTransport.Connection connection = world.await(connected, SECOND);
        assertThat(world.census()).isEqualTo(new Census(1, 1, 1, 1, 2));
        connection.close();
        world.await(listener.close(), SECOND);
        world.await(socket.close(), SECOND);
        worker.close();
        worker.close();
        world.run(Duration.ofMinutes(1));
        assertThat(world.census()).isEqualTo(Census.NOTHING);
    }

    private static final class Silent implements StreamTransport.Handler {
        @Override
        public void received(byte[] bytes) {}

        @Override
        public void closed(@Nullable Throwable cause) {}
    }
}
