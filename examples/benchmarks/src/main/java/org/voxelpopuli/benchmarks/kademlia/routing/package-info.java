/** Benchmarks of {@code org.voxelpopuli.kademlia.routing}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.kademlia.routing;

import org.jspecify.annotations.NullMarked;
