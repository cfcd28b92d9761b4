package org.voxelpopuli.simulation;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.Worker;

/** UDP of one host. */
final class SimulatedDatagrams implements DatagramTransport {
    /** While a host stalls, the buffer of its operating system takes about so many. */
    private static final int MAX_HELD = 1_024;

    private final SimulatedHost host;
    private final SimulatedNetwork network;

    SimulatedDatagrams(SimulatedHost host, SimulatedNetwork network) {
        this.host = host;
        this.network = network;
    }

    @Override
    public CompletableFuture<Socket> bind(InetSocketAddress local, Worker owner, Handler handler) {
        SimulatedWorker worker = host.own(owner);
        CompletableFuture<Socket> bound = new CompletableFuture<>();
        host.ioWorker().execute(() -> {
            try {
                InetSocketAddress claimed = network.claim(host, local, network.sockets());
                BoundSocket socket = new BoundSocket(
                        claimed, new InetSocketAddress(local.getAddress(), claimed.getPort()), worker, handler);
                network.sockets().put(claimed, socket);
                host.onStop(socket.release);
                bound.complete(socket);
            } catch (BindException e) {
                bound.completeExceptionally(e);
            }
        });
        return host.orClosed(bound);
    }

    /** All hosts of the simulation are on one local network. */
    @Override
    public CompletableFuture<Socket> join(
            InetSocketAddress group, InetAddress interfaceAddress, Worker owner, Handler handler) {
        SimulatedWorker worker = host.own(owner);
        CompletableFuture<Socket> joined = new CompletableFuture<>();
        host.ioWorker().execute(() -> {
            if (!interfaceAddress.equals(host.address()) || !group.getAddress().isMulticastAddress()) {
                joined.completeExceptionally(new BindException("Cannot join the multicast group " + group + " at "
                        + interfaceAddress + "; the simulated host " + host.name() + " has " + host.address()));
                return;
            }
            GroupSocket socket = new GroupSocket(group, worker, handler);
            network.groups()
                    .computeIfAbsent(group, each -> new LinkedHashSet<>())
                    .add(socket);
            host.onStop(socket.release);
            joined.complete(socket);
        });
        return host.orClosed(joined);
    }

    /** A member of a group. */
    final class GroupSocket implements Socket {
        private final InetSocketAddress group;
        private final SimulatedWorker owner;
        private final Handler handler;
        private final Runnable release = this::leave;
        private boolean left;

        private GroupSocket(InetSocketAddress group, SimulatedWorker owner, Handler handler) {
            this.group = group;
            this.owner = owner;
            this.handler = handler;
        }

        @Override
        public InetSocketAddress localAddress() {
            return host.socketAddress(group.getPort());
        }

        @Override
        public void send(InetSocketAddress to, byte[] payload) {
            // It only hears.
        }

        private void receive(Transmission packet) {
            network.queue().schedule(packet.delay().toNanos(), () -> {
                if (!left && owner.host().heldTasks() < MAX_HELD) {
                    owner.runNow(() ->
                            handler.received(packet.from(), packet.payload().clone()));
                }
            });
        }

        @Override
        public CompletableFuture<Void> close() {
            leave();
            host.forgetStop(release);
            return host.completeSoon();
        }

        private void leave() {
            left = true;
            network.groups().getOrDefault(group, new LinkedHashSet<>()).remove(this);
        }
    }

    /** A port in use. */
    final class BoundSocket implements Socket {
        private final InetSocketAddress claimed;
        private final InetSocketAddress local;
        private final SimulatedWorker owner;
        private final Handler handler;
        private final Runnable release = this::unbind;

        private BoundSocket(
                InetSocketAddress claimed, InetSocketAddress local, SimulatedWorker owner, Handler handler) {
            this.claimed = claimed;
            this.local = local;
            this.owner = owner;
            this.handler = handler;
        }

        @Override
        public InetSocketAddress localAddress() {
            return local;
        }

        @Override
        public void send(InetSocketAddress to, byte[] payload) {
            boolean open = network.sockets().get(claimed) == this;
            boolean fits = payload.length > 0 && payload.length <= MAX_PAYLOAD;
            if (open && fits && !to.isUnresolved() && to.getAddress().isMulticastAddress()) {
                for (GroupSocket member : List.copyOf(network.groups().getOrDefault(to, new LinkedHashSet<>()))) {
                    network.transmit(
                            Transmission.Kind.DATAGRAM,
                            claimed,
                            member.localAddress(),
                            payload.clone(),
                            member::receive);
                }
            } else if (open && fits && !to.isUnresolved()) {
                network.transmit(Transmission.Kind.DATAGRAM, claimed, to, payload.clone(), this::carry);
            }
        }

        private void carry(Transmission packet) {
            network.queue().schedule(packet.delay().toNanos(), () -> {
                BoundSocket receiver = network.sockets().get(packet.to());
                if (receiver != null && receiver.hasRoom()) {
                    receiver.owner.runNow(() -> receiver.handler.received(
                            packet.from(), packet.payload().clone()));
                }
            });
        }

        private boolean hasRoom() {
            return owner.host().heldTasks() < MAX_HELD;
        }

        @Override
        public CompletableFuture<Void> close() {
            unbind();
            host.forgetStop(release);
            return host.completeSoon();
        }

        private void unbind() {
            network.sockets().remove(claimed, this);
        }
    }
}
