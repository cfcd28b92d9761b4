/**
 * Where the unedited world comes from. A generator is deterministic: the same on every node and every run.
 *
 * <p>Entry types: {@link org.voxelpopuli.terrain.TerrainGenerator}, which a game may implement. Thread-safe. Imports {@code world}.
 */
@NullMarked
package org.voxelpopuli.terrain;

import org.jspecify.annotations.NullMarked;
