/**
 * What nodes write into datagrams: the envelope of requests and replies, their arguments as a small neutral tree, and the two
 * dialects of both: JSON (SPEC V4.1) and CBOR (docs/kademlia-wire.md).
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.wire.Envelope}, {@link org.voxelpopuli.kademlia.wire.WireValue}, {@link org.voxelpopuli.kademlia.wire.Dialect} with its
 * {@link org.voxelpopuli.kademlia.wire.EnvelopeCodec}. Pure and thread-safe: no sockets, no clock. Bad input is answered with core's
 * {@link org.voxelpopuli.protocol.Decoded.Rejected}. Imports {@code id} and core's {@code protocol}.
 */
@NullMarked
package org.voxelpopuli.kademlia.wire;

import org.jspecify.annotations.NullMarked;
