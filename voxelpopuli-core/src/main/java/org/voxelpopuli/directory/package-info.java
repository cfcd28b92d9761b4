/**
 * What the world needs of a network: where is a chunk, who generates it, where did a player stand.
 *
 * <p>Entry types: {@link org.voxelpopuli.directory.Directory}, a port; {@link org.voxelpopuli.directory.LocalDirectory} for a node
 * alone. Directories are thread-safe and never block. Imports {@code world} and {@code edits}.
 */
@NullMarked
package org.voxelpopuli.directory;

import org.jspecify.annotations.NullMarked;
