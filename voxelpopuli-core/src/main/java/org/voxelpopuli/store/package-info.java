/**
 * What survives a restart: the resident chunks with their edits, small records, and the node's key.
 *
 * <p>Entry types: {@link org.voxelpopuli.store.WorldStore}, a port that a game may implement, and
 * {@link org.voxelpopuli.store.MemoryWorldStore}. Stores are thread-safe; futures complete on a thread of the store's own or
 * at once, so a caller hands over to the owner of its state. Imports {@code world}, {@code edits} and {@code identity}.
 */
@NullMarked
package org.voxelpopuli.store;

import org.jspecify.annotations.NullMarked;
