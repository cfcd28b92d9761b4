/**
 * What the world is made of: positions, block types, chunks, players' positions and the identity of a world.
 *
 * <p>Entry types: {@link org.voxelpopuli.world.ChunkPos}, {@link org.voxelpopuli.world.Chunk}. Everything here is an immutable
 * value, but for {@link org.voxelpopuli.world.Chunk}, which belongs to one thread at a time. This package imports no other of
 * ours and knows no bytes, since there are several dialects.
 */
@NullMarked
package org.voxelpopuli.world;

import org.jspecify.annotations.NullMarked;
