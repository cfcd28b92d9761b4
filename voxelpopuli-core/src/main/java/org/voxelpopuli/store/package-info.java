/**
 * What survives a restart: the resident chunks with their edits, and small records.
 *
 * <p>Entry types: {@link org.voxelpopuli.store.WorldStore}, a port that a game may implement, and
 * {@code MemoryWorldStore}. Stores are thread-safe; futures complete on a thread of the store's own, so a
 * caller hands over to the owner of its state. Imports {@code world} and {@code edits}.
 */
@NullMarked
package org.voxelpopuli.store;

import org.jspecify.annotations.NullMarked;
