/** What the benchmarks share; each is in a package named as what it measures. Entry type: {@code CpuTimeProfiler}. */
@NullMarked
package org.voxelpopuli.benchmarks;

import org.jspecify.annotations.NullMarked;
