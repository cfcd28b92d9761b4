package org.voxelpopuli.client;

/**
 * What a client has used so far.
 *
 * @param bytesIn received over all connections
 * @param bytesOut handed to all connections
 * @param connections open now
 * @param connects connections that were opened
 * @param disconnects connections to chunks that were lost, other than by our own closing
 * @param rejectedPackets lines of servers that were no packets
 * @param loadedChunks in the view now
 */
public record ClientStats(
        long bytesIn,
        long bytesOut,
        int connections,
        long connects,
        long disconnects,
        long rejectedPackets,
        int loadedChunks) {}
