/** Benchmarks of {@code org.voxelpopuli.tangibles}. Each class is run by JMH, on its threads. Imports the published artifacts only. */
@NullMarked
package org.voxelpopuli.benchmarks.tangibles;

import org.jspecify.annotations.NullMarked;
