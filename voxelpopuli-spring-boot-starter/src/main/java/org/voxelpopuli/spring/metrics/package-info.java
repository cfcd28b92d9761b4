/**
 * Micrometer meters named {@code voxelpopuli.*}: what the game server, the DHT and the store do.
 *
 * <p>Entry types: {@link org.voxelpopuli.spring.metrics.ServerMetrics}, {@link org.voxelpopuli.spring.metrics.KademliaMetrics} and
 * {@link org.voxelpopuli.spring.metrics.VoxelNodeMetrics}. Called on threads of the node and of the registry. Imports Micrometer and
 * {@code org.voxelpopuli.spring}.
 */
@NullMarked
package org.voxelpopuli.spring.metrics;

import org.jspecify.annotations.NullMarked;
