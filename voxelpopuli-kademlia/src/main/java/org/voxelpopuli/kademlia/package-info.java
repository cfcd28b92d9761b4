/**
 * A Kademlia node: a member of a distributed hash table, usable without any world.
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.KademliaNode}, {@link org.voxelpopuli.kademlia.KademliaSettings},
 * {@link org.voxelpopuli.kademlia.KademliaListener}, {@link org.voxelpopuli.kademlia.KademliaStatus}. A node's state belongs to one
 * worker; its public methods may be called from any thread unless they say otherwise. Imports every package of this module but
 * {@code directory}, and core's {@code runtime} and {@code store}.
 */
@NullMarked
package org.voxelpopuli.kademlia;

import org.jspecify.annotations.NullMarked;
