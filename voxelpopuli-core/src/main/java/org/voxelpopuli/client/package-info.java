/**
 * A player's side of the world: finds the servers of the chunks around the player, stays connected to them, and shows one view.
 *
 * <p>Entry types: {@link org.voxelpopuli.client.WorldClient}, {@link org.voxelpopuli.client.HandshakeClient},
 * {@link org.voxelpopuli.client.ChunkLink}. A client's state belongs to its worker; its public methods may be called from any
 * thread. Imports values, ports and {@code protocol}; never {@code server}.
 */
@NullMarked
package org.voxelpopuli.client;

import org.jspecify.annotations.NullMarked;
