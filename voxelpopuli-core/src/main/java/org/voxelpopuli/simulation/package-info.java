/**
 * A deterministic network of nodes in one thread: virtual time, workers, datagrams and streams, with faults. The same code that
 * runs on real machines runs here, a thousand hosts at once and much faster than the clock, and the same seed gives the same run.
 * Games may test themselves with it.
 *
 * <p>Entry types: {@link org.voxelpopuli.simulation.Simulation}, {@link org.voxelpopuli.simulation.SimulatedHost},
 * {@link org.voxelpopuli.simulation.NetworkFault}, {@link org.voxelpopuli.simulation.SimulatedDisk}, {@link org.voxelpopuli.simulation.SimulatedFiles},
 * {@link org.voxelpopuli.simulation.SeededRandom}.
 *
 * <p>Owning thread: the one that created the simulation. Imports values and ports.
 */
@NullMarked
package org.voxelpopuli.simulation;

import org.jspecify.annotations.NullMarked;
