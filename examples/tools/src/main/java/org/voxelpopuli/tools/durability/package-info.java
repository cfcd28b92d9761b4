/**
 * What becomes of edits while nodes die: a client that hears when its edits are kept, nodes as processes that are killed and started again, and what is measured with both.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.durability.FrameClient}, {@link org.voxelpopuli.tools.durability.Cluster}, the measurements. Imports {@code directory},
 * {@code protocol}, {@code runtime} and {@code world} of core, and the tools' {@code nodes} and {@code console}.
 */
@NullMarked
package org.voxelpopuli.tools.durability;

import org.jspecify.annotations.NullMarked;
