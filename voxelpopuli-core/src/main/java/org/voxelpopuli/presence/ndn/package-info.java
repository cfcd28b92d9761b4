/**
 * Named Data Networking, as far as presence needs it: packets (NDN packet format 0.3), names, signatures, and a forwarder with content store, pending
 * Interest table and FIB (SPEC N1 to N3). A library of its own: it knows nothing of worlds, players or places.
 *
 * <p>Entry types: {@link org.voxelpopuli.presence.ndn.Forwarder}, to which {@linkplain org.voxelpopuli.presence.ndn.Face faces} are added, and
 * {@link org.voxelpopuli.presence.ndn.LocalFace}, through which a program in the same process asks and answers. Names and packets are immutable. A forwarder
 * and its faces belong to one worker. Imports {@code runtime} and {@code identity} only.
 */
@NullMarked
package org.voxelpopuli.presence.ndn;

import org.jspecify.annotations.NullMarked;
