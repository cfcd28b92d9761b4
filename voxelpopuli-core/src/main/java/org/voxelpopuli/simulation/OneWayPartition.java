package org.voxelpopuli.simulation;

import java.net.InetAddress;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Cuts all traffic from one set of addresses to another, while the way back stays open, until it is removed from the network.
 *
 * @param from whose packets are lost
 * @param to where they do not arrive
 */
public record OneWayPartition(Set<InetAddress> from, Set<InetAddress> to) implements NetworkFault {
    /** Copies the sets. */
    public OneWayPartition {
        from = Set.copyOf(from);
        to = Set.copyOf(to);
    }

    /** Cuts the way between hosts, and whatever later runs at their addresses. */
    public static OneWayPartition between(Collection<SimulatedHost> from, Collection<SimulatedHost> to) {
        return new OneWayPartition(Partition.addresses(from), Partition.addresses(to));
    }

    @Override
    public void transmit(Transmission packet, RandomGenerator random, Consumer<Transmission> next) {
        boolean cut = from.contains(packet.from().getAddress())
                && to.contains(packet.to().getAddress());
        if (!cut) {
            next.accept(packet);
        }
    }
}
