/** Benchmarks of {@code org.voxelpopuli.kademlia.wire}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.kademlia.wire;

import org.jspecify.annotations.NullMarked;
