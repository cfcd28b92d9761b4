package org.voxelpopuli.kademlia.content;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * What a {@link ContentNode} is to be like.
 *
 * <pre>{@code
 * ContentSettings settings = ContentSettings.builder().maxFileBytes(1L << 30).providersAtOnce(8).build();
 * }</pre>
 *
 * @param port where it serves files (TCP), 1..65535; 0 for the number of the node's UDP port
 * @param maxFileBytes of a file that it puts or gets, 1..{@value ContentId#MAX_LENGTH}
 * @param maxConnections of others to its files, 1..10000
 * @param maxConnectionsPerAddress of them from one IP address, 1..10000; loopback counts only in all
 * @param providersAtOnce from which one download fetches, 1..16
 * @param minimumRate in bytes per second, 0..1000000: a provider who is below it for half a minute is dropped
 * @param refused keys of songs that this node neither stores nor serves, nor puts nor gets
 */
public record ContentSettings(
        int port,
        long maxFileBytes,
        int maxConnections,
        int maxConnectionsPerAddress,
        int providersAtOnce,
        int minimumRate,
        Set<NodeId> refused) {
    /** @throws IllegalArgumentException that names the setting, the value and what is allowed */
    public ContentSettings {
        refused = Collections.unmodifiableSet(new LinkedHashSet<>(refused));
        requireRange("port", port, 0, 65_535);
        requireRange("the longest file", maxFileBytes, 1, ContentId.MAX_LENGTH);
        requireRange("connections", maxConnections, 1, 10_000);
        requireRange("connections per address", maxConnectionsPerAddress, 1, 10_000);
        requireRange("providers at once", providersAtOnce, 1, 16);
        requireRange("the minimum rate", minimumRate, 0, 1_000_000);
    }

    private static void requireRange(String setting, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(setting + " is " + value + ", allowed is " + min + ".." + max);
        }
    }

    /** Defaults: the number of the UDP port, files of up to 64 GiB, 256 connections, 16 for each address, 4 providers at once, 4096 bytes per second. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {
        private int port;
        private long maxFileBytes = ContentId.MAX_LENGTH;
        private int maxConnections = 256;
        private int maxConnectionsPerAddress = 16;
        private int providersAtOnce = 4;
        private int minimumRate = 4_096;
        private Set<NodeId> refused = Set.of();

        private Builder() {}

        /** Where it serves files. */
        public Builder port(int tcp) {
            port = tcp;
            return this;
        }

        /** The longest file. */
        public Builder maxFileBytes(long bytes) {
            maxFileBytes = bytes;
            return this;
        }

        /** Connections in all. */
        public Builder maxConnections(int count) {
            maxConnections = count;
            return this;
        }

        /** Connections from one address. */
        public Builder maxConnectionsPerAddress(int count) {
            maxConnectionsPerAddress = count;
            return this;
        }

        /** Providers of one download. */
        public Builder providersAtOnce(int count) {
            providersAtOnce = count;
            return this;
        }

        /** What a provider must give at least, in bytes per second. */
        public Builder minimumRate(int bytesPerSecond) {
            minimumRate = bytesPerSecond;
            return this;
        }

        /** Songs that this node is to have nothing to do with, by their keys, see {@link SongName#key}; among peers of P2Play {@link SongName#p2playKey}. */
        public Builder refused(Set<NodeId> keys) {
            refused = keys;
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException if one is out of range
         */
        public ContentSettings build() {
            return new ContentSettings(
                    port,
                    maxFileBytes,
                    maxConnections,
                    maxConnectionsPerAddress,
                    providersAtOnce,
                    minimumRate,
                    refused);
        }
    }
}
