/** Benchmarks of {@code org.voxelpopuli.identity}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.identity;

import org.jspecify.annotations.NullMarked;
