/**
 * The mergeable truth about a chunk: what players changed, each change with a stamp that orders it against every other.
 *
 * <p>Entry types: {@link org.voxelpopuli.edits.EditLog}, {@link org.voxelpopuli.edits.HybridClock}. A log and a clock belong to
 * one thread each; the rest are values. Imports {@code world} only.
 */
@NullMarked
package org.voxelpopuli.edits;

import org.jspecify.annotations.NullMarked;
