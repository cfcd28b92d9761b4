/**
 * Whether a node keeps serving its neighbours while strangers flood it with datagrams. Entry types: {@link org.voxelpopuli.tools.flood.FloodMeasurement} and
 * {@link org.voxelpopuli.tools.flood.FloodedNode}. Runs in a network namespace of its own, since loopback addresses are exempt from limits.
 */
@NullMarked
package org.voxelpopuli.tools.flood;

import org.jspecify.annotations.NullMarked;
