/**
 * Benchmarks of {@code org.voxelpopuli.server}, on an environment that moves only when told. Each class is run by JMH, on its threads.
 * Imports the published artifacts only.
 */
@NullMarked
package org.voxelpopuli.benchmarks.server;

import org.jspecify.annotations.NullMarked;
