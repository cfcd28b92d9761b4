/** Benchmarks of {@code org.voxelpopuli.protocol}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.protocol;

import org.jspecify.annotations.NullMarked;
