/**
 * Where the names of {@code org.voxelpopuli.presence} lead, found through the network: the record kind {@code route} (SPEC N3).
 *
 * <p>Entry type: {@link org.voxelpopuli.kademlia.presence.KademliaRoutes}. Its state lives on the node's worker. Imports {@code records}, {@code wire} and what is above them,
 * and of core {@code presence} and {@code runtime}.
 */
@NullMarked
package org.voxelpopuli.kademlia.presence;

import org.jspecify.annotations.NullMarked;
