/**
 * What large networks cost, in virtual time: scenarios yield rows, rows become CSV files and charts. The same seed gives the same rows.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.simulation.GrowthScenario}, {@link org.voxelpopuli.tools.simulation.DeathScenario},
 * {@link org.voxelpopuli.tools.simulation.LiarScenario}, {@link org.voxelpopuli.tools.simulation.EclipseScenario},
 * {@link org.voxelpopuli.tools.simulation.RestScenario}, {@link org.voxelpopuli.tools.simulation.ChurnScenario}, {@link org.voxelpopuli.tools.simulation.Measurements}. A scenario runs on the
 * thread that calls it. Imports {@code kademlia.simulation}, and XChart in {@link org.voxelpopuli.tools.simulation.LineChart} alone.
 */
@NullMarked
package org.voxelpopuli.tools.simulation;

import org.jspecify.annotations.NullMarked;
