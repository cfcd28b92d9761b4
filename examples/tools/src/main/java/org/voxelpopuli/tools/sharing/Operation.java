package org.voxelpopuli.tools.sharing;

import java.time.Duration;
import org.voxelpopuli.tools.simulation.Calls;

/**
 * Something that a node did.
 *
 * @param done whether it succeeded
 * @param took by the clock of the network
 * @param calls of the node, as far as they had ended
 */
record Operation(boolean done, Duration took, Calls calls) {}
