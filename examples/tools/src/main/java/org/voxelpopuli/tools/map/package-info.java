/**
 * The picture of a world: which node serves which chunk, drawn as SVG.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.map.WorldMap}, {@link org.voxelpopuli.tools.map.SvgMap}. Immutable values. Imports
 * {@code world} and {@code terrain} of core.
 */
@NullMarked
package org.voxelpopuli.tools.map;

import org.jspecify.annotations.NullMarked;
