package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.ndn.Name;

/**
 * Names are resolved on the local network by asking all of it, alone or beside other routes (SPEC N3). Whoever hears a question in the group answers the asker alone, whose address is known from
 * then on. The presence must be bound to an address of the interface on which that happens, not to all addresses; bound to loopback, it finds others on this machine.
 */
public final class MulticastRoutes implements Routes {
    /** The group and port that NDN forwarders use, such as NFD by default. */
    public static final InetSocketAddress NDN_GROUP = new InetSocketAddress("224.0.23.170", 56_363);

    private final Routes others;
    private final InetSocketAddress group;

    private MulticastRoutes(Routes others, InetSocketAddress group) {
        this.others = others;
        this.group = group;
    }

    /** The local network alone, in NDN's group: no other node is needed. */
    public static Routes alone() {
        return beside(new Nowhere());
    }

    /** The local network in NDN's group, and what others know. */
    public static Routes beside(Routes others) {
        return beside(others, NDN_GROUP);
    }

    /**
     * The local network in a group of one's own.
     *
     * @throws IllegalArgumentException if that is no multicast address with a port
     */
    public static Routes beside(Routes others, InetSocketAddress group) {
        Objects.requireNonNull(others, "the routes beside a group are null; MulticastRoutes.alone() needs none");
        Objects.requireNonNull(group, "a group is null, allowed is one such as MulticastRoutes.NDN_GROUP");
        if (group.isUnresolved() || !group.getAddress().isMulticastAddress() || group.getPort() == 0) {
            throw new IllegalArgumentException(
                    "a group is " + group
                            + ", allowed are multicast addresses (224.0.0.0 to 239.255.255.255, or beginning with ff) with a port");
        }
        return new MulticastRoutes(others, group);
    }

    @Override
    public void announce(Name prefix) {
        others.announce(prefix);
    }

    @Override
    public void withdraw(Name prefix) {
        others.withdraw(prefix);
    }

    @Override
    public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
        return others.find(prefix);
    }

    @Override
    public Optional<InetSocketAddress> address() {
        return others.address();
    }

    @Override
    public Optional<InetSocketAddress> group() {
        return Optional.of(group);
    }

    /** Nobody else knows anything. */
    private static final class Nowhere implements Routes {
        @Override
        public void announce(Name prefix) {
            // Who asks the group is answered.
        }

        @Override
        public void withdraw(Name prefix) {
            // Who does not answer is not found.
        }

        @Override
        public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
            return CompletableFuture.completedFuture(List.of());
        }
    }
}
