/** Benchmarks of {@code org.voxelpopuli.kademlia.id}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.kademlia.id;

import org.jspecify.annotations.NullMarked;
