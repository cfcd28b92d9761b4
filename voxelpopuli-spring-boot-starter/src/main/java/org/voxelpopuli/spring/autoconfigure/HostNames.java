package org.voxelpopuli.spring.autoconfigure;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.voxelpopuli.kademlia.BootstrapAddress;

/**
 * Finds out at the start whether the names in the properties mean anything, since a typing error is best told at once. Whether those hosts
 * answer is another question, which the node goes on asking.
 */
final class HostNames {
    private final Resolver resolver;

    HostNames(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Resolves all of them; blocks for as long as the name service takes.
     *
     * @throws InvalidPropertyException for the first name that does not resolve
     */
    void check(VoxelPopuliProperties properties) {
        require(Property.HOST, properties.host(), properties.host());
        for (BootstrapAddress address : properties.bootstrapAddresses()) {
            require(Property.BOOTSTRAP, address.toString(), address.host());
        }
    }

    private void require(Property property, String value, String host) {
        try {
            resolver.resolve(host);
        } catch (UnknownHostException e) {
            throw property.invalid(value, "the name '" + host + "' does not resolve", e);
        }
    }

    /** The name service. */
    @FunctionalInterface
    interface Resolver {
        InetAddress resolve(String host) throws UnknownHostException;
    }
}
