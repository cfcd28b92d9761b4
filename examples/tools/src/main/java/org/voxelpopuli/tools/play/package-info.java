/**
 * {@code ./vp play}: three nodes, two players, one world, told as it happens.
 *
 * <p>Entry type: {@link org.voxelpopuli.tools.play.PlayCommand}. Runs on the main thread. Imports {@code nodes}, {@code bot} and
 * {@code console}.
 */
@NullMarked
package org.voxelpopuli.tools.play;

import org.jspecify.annotations.NullMarked;
