/**
 * The end of a child process with its parent. A jar of its own, loaded as an agent into the nodes that {@code ./vp} starts, so it
 * imports nothing.
 */
@NullMarked
package org.voxelpopuli.tools.watch;

import org.jspecify.annotations.NullMarked;
