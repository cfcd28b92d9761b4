/** Benchmarks of {@code org.voxelpopuli.terrain}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.terrain;

import org.jspecify.annotations.NullMarked;
