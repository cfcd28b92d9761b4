/**
 * The game server of a node: accepts connections, runs chunks in ticks on a fixed pool of workers, answers DHT sessions.
 *
 * <p>Entry type: {@code ChunkServer}. A chunk belongs to one worker of the pool; whoever else wants
 * something of it posts to its mailbox. Imports values, ports and {@code protocol}; never {@code client}.
 */
@NullMarked
package org.voxelpopuli.server;

import org.jspecify.annotations.NullMarked;
