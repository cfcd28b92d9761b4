/**
 * What a node sees of the outside: a clock, workers with timers, randomness, datagrams, streams and files. Interfaces only.
 *
 * <p>Entry type: {@link org.voxelpopuli.runtime.NodeEnvironment}. Implemented by {@code runtime.netty} for production and by
 * {@code simulation} for deterministic tests; a game may bring its own transport. Imports nothing of ours.
 */
@NullMarked
package org.voxelpopuli.runtime;

import org.jspecify.annotations.NullMarked;
