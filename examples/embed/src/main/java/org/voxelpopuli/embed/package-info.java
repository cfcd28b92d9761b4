/** A game that embeds a node, in ten lines without any framework. The README shows the same lines. */
@NullMarked
package org.voxelpopuli.embed;

import org.jspecify.annotations.NullMarked;
