package org.voxelpopuli.replication;

import java.time.Duration;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.ChunkPos;

/**
 * A node has taken over a chunk from an owner that did not serve it any more.
 *
 * @param chunk that it serves now
 * @param from who served it before
 * @param cause why it serves it no more, for people
 * @param epoch at which it serves it
 * @param atMillis when, by the wall clock
 * @param took from being asked to serve it until that was known to the network
 */
public record Failover(ChunkPos chunk, ServerAddress from, String cause, long epoch, long atMillis, Duration took) {}
