/**
 * A shell for sharing files without a server (SPEC P6): a node of the network, and commands for whoever sits before it or writes a script.
 *
 * <p>Entry type: {@link org.voxelpopuli.p2play.P2Play}. Commands run on the main thread, one at a time; what happens meanwhile is told on the content node's callback thread. Sees the published
 * artifacts alone.
 */
@NullMarked
package org.voxelpopuli.p2play;

import org.jspecify.annotations.NullMarked;
