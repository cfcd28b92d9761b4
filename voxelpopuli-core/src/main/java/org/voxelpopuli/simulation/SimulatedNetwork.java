package org.voxelpopuli.simulation;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Carries packets between the hosts of a simulation. At first each takes 1 to 10 ms and none is lost. Packets that stay at one address
 * take {@value #LOCAL_MICROS} microseconds and meet no fault.
 */
public final class SimulatedNetwork {
    private static final int LOCAL_MICROS = 20;
    private static final Duration LOCAL_DELAY = Duration.ofNanos(LOCAL_MICROS * 1_000L);
    private static final int FIRST_FREE_PORT = 32_768;
    private static final int LAST_PORT = 65_535;

    private final EventQueue queue;
    private final RandomGenerator random;
    private final List<NetworkFault> faults = new ArrayList<>();
    private final Map<InetSocketAddress, SimulatedDatagrams.BoundSocket> sockets = new HashMap<>();
    private final Map<InetSocketAddress, Set<SimulatedDatagrams.GroupSocket>> groups = new HashMap<>();
    private final Map<InetSocketAddress, SimulatedStreams.BoundListener> listeners = new HashMap<>();
    private final Map<InetAddress, Integer> running = new HashMap<>();
    private final Map<InetAddress, Integer> lastFreePort = new HashMap<>();
    private NetworkFault latency = new Latency(Duration.ofMillis(1), Duration.ofMillis(10));
    private NetworkFault loss = new DatagramLoss(0);

    SimulatedNetwork(EventQueue queue, RandomGenerator random) {
        this.queue = queue;
        this.random = random;
    }

    /** From now on, each packet takes between so long and so long, drawn evenly. */
    public void latency(Duration min, Duration max) {
        latency = new Latency(min, max);
    }

    /** From now on, datagrams are lost with this probability, 0 to 1. */
    public void datagramLoss(double probability) {
        loss = new DatagramLoss(probability);
    }

    /** From now on, packets pass through this as well, after what was added before. */
    public void add(NetworkFault fault) {
        faults.add(fault);
    }

    /** Takes out what was added; does nothing if it is not there. */
    public void remove(NetworkFault fault) {
        faults.remove(fault);
    }

    EventQueue queue() {
        return queue;
    }

    RandomGenerator random() {
        return random;
    }

    /** Sends a packet through latency, loss and faults; what comes out is given to the receiver at once, with its delay. */
    void transmit(
            Transmission.Kind kind,
            InetSocketAddress from,
            InetSocketAddress to,
            byte[] payload,
            Consumer<Transmission> receiver) {
        queue.note(Arrays.hashCode(payload));
        Transmission packet = new Transmission(kind, from, to, payload, Duration.ZERO);
        if (from.getAddress().equals(to.getAddress())) {
            receiver.accept(packet.delayed(LOCAL_DELAY));
            return;
        }
        loss.transmit(
                packet, random, kept -> latency.transmit(kept, random, delayed -> passFaults(0, delayed, receiver)));
    }

    private void passFaults(int index, Transmission packet, Consumer<Transmission> receiver) {
        if (index == faults.size()) {
            receiver.accept(packet);
        } else {
            faults.get(index).transmit(packet, random, next -> passFaults(index + 1, next, receiver));
        }
    }

    Map<InetSocketAddress, SimulatedDatagrams.BoundSocket> sockets() {
        return sockets;
    }

    /** The members of each multicast group, in the order in which they joined. */
    Map<InetSocketAddress, Set<SimulatedDatagrams.GroupSocket>> groups() {
        return groups;
    }

    Map<InetSocketAddress, SimulatedStreams.BoundListener> listeners() {
        return listeners;
    }

    void started(InetAddress address) {
        running.merge(address, 1, Integer::sum);
    }

    void stopped(InetAddress address) {
        running.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Whether a machine at this address would answer that a port is closed. */
    boolean isUp(InetAddress address) {
        return running.containsKey(address);
    }

    /**
     * The address under which a port will be found.
     *
     * @throws BindException if the host does not have the address, or the port is taken
     */
    InetSocketAddress claim(SimulatedHost host, InetSocketAddress local, Map<InetSocketAddress, ?> taken)
            throws BindException {
        InetAddress address = local.getAddress();
        if (address == null || !(address.isAnyLocalAddress() || address.equals(host.address()))) {
            throw new BindException("Cannot assign requested address: " + local + "; the simulated host " + host.name()
                    + " has " + host.address().getHostAddress());
        }
        InetSocketAddress claimed = local.getPort() == 0
                ? freePort(host.address(), taken)
                : new InetSocketAddress(host.address(), local.getPort());
        if (taken.containsKey(claimed)) {
            throw new BindException("Address already in use: " + claimed);
        }
        return claimed;
    }

    InetSocketAddress freePort(InetAddress address, Map<InetSocketAddress, ?> taken) throws BindException {
        for (int tried = FIRST_FREE_PORT; tried <= LAST_PORT; tried++) {
            int port =
                    lastFreePort.merge(address, FIRST_FREE_PORT, (last, first) -> last == LAST_PORT ? first : last + 1);
            InetSocketAddress candidate = new InetSocketAddress(address, port);
            if (!taken.containsKey(candidate)) {
                return candidate;
            }
        }
        throw new BindException("No free port left at " + address.getHostAddress());
    }
}
