package org.voxelpopuli.simulation;

import java.net.InetAddress;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Cuts all traffic between two sets of addresses, in both directions, until it is removed from the network.
 *
 * @param left one side
 * @param right the other side
 */
public record Partition(Set<InetAddress> left, Set<InetAddress> right) implements NetworkFault {
    /** Copies the sets. */
    public Partition {
        left = Set.copyOf(left);
        right = Set.copyOf(right);
    }

    /** Cuts between hosts, and whatever later runs at their addresses. */
    public static Partition between(Collection<SimulatedHost> left, Collection<SimulatedHost> right) {
        return new Partition(addresses(left), addresses(right));
    }

    static Set<InetAddress> addresses(Collection<SimulatedHost> hosts) {
        return hosts.stream().map(SimulatedHost::address).collect(Collectors.toSet());
    }

    @Override
    public void transmit(Transmission packet, RandomGenerator random, Consumer<Transmission> next) {
        InetAddress from = packet.from().getAddress();
        InetAddress to = packet.to().getAddress();
        boolean cut = (left.contains(from) && right.contains(to)) || (right.contains(from) && left.contains(to));
        if (!cut) {
            next.accept(packet);
        }
    }
}
