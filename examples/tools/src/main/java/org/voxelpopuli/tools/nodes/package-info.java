/**
 * Nodes as processes on this machine: where their jar is, free ports for them, their start and end, and what their actuator says.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.nodes.LocalNetwork}, {@link org.voxelpopuli.tools.nodes.Actuator}. Thread-safe where
 * said. Imports {@code world} of core.
 */
@NullMarked
package org.voxelpopuli.tools.nodes;

import org.jspecify.annotations.NullMarked;
