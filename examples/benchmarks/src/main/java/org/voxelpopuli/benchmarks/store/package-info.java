/** Benchmarks of {@code org.voxelpopuli.store}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.store;

import org.jspecify.annotations.NullMarked;
