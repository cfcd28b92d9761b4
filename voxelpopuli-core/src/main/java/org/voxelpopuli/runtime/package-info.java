/**
 * What a node sees of the outside: a clock, workers with timers, randomness, datagrams, streams and files. Interfaces, and what those who work behind them share.
 *
 * <p>Entry type: {@link org.voxelpopuli.runtime.NodeEnvironment}. Implemented by {@code runtime.netty} for production and by
 * {@code simulation} for deterministic tests; a game may bring its own transport. Imports {@code identity} alone.
 */
@NullMarked
package org.voxelpopuli.runtime;

import org.jspecify.annotations.NullMarked;
