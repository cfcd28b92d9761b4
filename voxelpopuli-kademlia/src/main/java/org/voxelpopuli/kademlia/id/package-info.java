/**
 * Who is who: 160-bit identifiers with their XOR metric, contacts, and the subnets of their addresses.
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.id.NodeId}, {@link org.voxelpopuli.kademlia.id.Contact}. Immutable values, no
 * thread of their own. Imports nothing of ours.
 */
@NullMarked
package org.voxelpopuli.kademlia.id;

import org.jspecify.annotations.NullMarked;
