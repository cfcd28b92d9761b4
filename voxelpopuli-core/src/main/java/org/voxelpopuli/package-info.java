/**
 * The composition root: {@code VoxelNode} defaults, validates and wires a node of the world.
 *
 * <p>Imports every other package of this module; none of them imports this one. Thread-safe.
 */
@NullMarked
package org.voxelpopuli;

import org.jspecify.annotations.NullMarked;
