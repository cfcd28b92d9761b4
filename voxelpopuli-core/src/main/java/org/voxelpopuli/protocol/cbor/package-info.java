/**
 * The frames of protocol v2 as CBOR (RFC 8949), laid out as docs/protocol.md says: each an array that begins with the number of its type.
 * What follows the elements that are known is skipped, and so, by their readers, are frames whose type is not known: so the protocol can grow.
 *
 * <p>Entry type: {@link org.voxelpopuli.protocol.cbor.CborFrameCodec}. Pure and thread-safe; bad input is answered with
 * {@link org.voxelpopuli.protocol.Decoded.Rejected}, never with an exception. Alone, with {@code protocol.json}, imports Jackson. Imports
 * {@code protocol}, values and ports.
 */
@NullMarked
package org.voxelpopuli.protocol.cbor;

import org.jspecify.annotations.NullMarked;
