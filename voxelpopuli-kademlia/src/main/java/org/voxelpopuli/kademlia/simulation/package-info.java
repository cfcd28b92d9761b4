/**
 * Whole networks of Kademlia nodes in core's simulator, for tests and measurements: how they grow and die, what is true about them, and how
 * lookups fare in them.
 *
 * <p>Entry type: {@link org.voxelpopuli.kademlia.simulation.SimulatedKademlia}. Owning thread: the one that created it. Imports the root
 * package, {@code id}, {@code lookup} and {@code wire}, and core's {@code identity}, {@code protocol}, {@code simulation} and
 * {@code store}.
 */
@NullMarked
package org.voxelpopuli.kademlia.simulation;

import org.jspecify.annotations.NullMarked;
