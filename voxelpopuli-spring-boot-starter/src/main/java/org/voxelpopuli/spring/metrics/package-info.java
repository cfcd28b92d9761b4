/**
 * Micrometer meters named {@code voxelpopuli.*}: what the game server, the DHT, the store and presence do.
 *
 * <p>Entry types: {@link org.voxelpopuli.spring.metrics.ServerMetrics}, {@link org.voxelpopuli.spring.metrics.KademliaMetrics},
 * {@link org.voxelpopuli.spring.metrics.VoxelNodeMetrics} and {@link org.voxelpopuli.spring.metrics.PresenceMetrics}. Called on threads of the node and of the registry. Imports Micrometer and
 * {@code org.voxelpopuli.spring}.
 */
@NullMarked
package org.voxelpopuli.spring.metrics;

import org.jspecify.annotations.NullMarked;
