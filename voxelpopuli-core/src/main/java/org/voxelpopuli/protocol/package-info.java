/**
 * What clients and servers say to each other, apart from how it is written: packets, handshakes, directory queries; framing of a
 * stream of bytes into frames; the port {@link org.voxelpopuli.protocol.PacketCodec} that the dialects implement.
 *
 * <p>Pure: no sockets, no threads, no clock. Values are immutable; a framing belongs to its connection's worker. Bad input is
 * answered with {@link org.voxelpopuli.protocol.Decoded.Rejected}, never with an exception. Imports {@code world} and
 * {@code directory}.
 */
@NullMarked
package org.voxelpopuli.protocol;

import org.jspecify.annotations.NullMarked;
