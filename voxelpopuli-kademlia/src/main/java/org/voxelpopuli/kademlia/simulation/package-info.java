/**
 * Whole networks of Kademlia nodes in core's simulator, for tests and measurements: how they grow and die, what is true about them, and how
 * lookups fare in them.
 *
 * <p>Entry type: {@link org.voxelpopuli.kademlia.simulation.SimulatedKademlia}. Owning thread: the one that created it. Imports the root
 * package, {@code id} and {@code lookup}, and core's {@code simulation} and {@code store}.
 */
@NullMarked
package org.voxelpopuli.kademlia.simulation;

import org.jspecify.annotations.NullMarked;
