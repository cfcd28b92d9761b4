/**
 * The dialect of the seed: JSON lines (SPEC V6.2 to V6.8, V8).
 *
 * <p>Entry type: {@link org.voxelpopuli.protocol.json.SeedJsonCodec}. Pure and thread-safe. Imports {@code protocol},
 * {@code world} and {@code directory}; alone with its siblings imports Jackson's streaming core, of which nothing shows outside.
 */
@NullMarked
package org.voxelpopuli.protocol.json;

import org.jspecify.annotations.NullMarked;
