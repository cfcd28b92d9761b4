/** Benchmarks of {@code org.voxelpopuli.world}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.world;

import org.jspecify.annotations.NullMarked;
