/**
 * Takes parts of a world from a node's store into a file, and back.
 *
 * <p>Entry type: {@link org.voxelpopuli.tools.world.WorldCommand}.
 */
@NullMarked
package org.voxelpopuli.tools.world;

import org.jspecify.annotations.NullMarked;
