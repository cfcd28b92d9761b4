/**
 * The world's directory on the DHT: which server has a chunk, who generates it, where a player last stood (SPEC V3.4, V4.4, V5).
 *
 * <p>Entry type: {@link org.voxelpopuli.kademlia.directory.KademliaDirectory}. Its state belongs to the node's worker; its public methods may be
 * called from any thread. Imports every package of this module, and core's values, ports, {@code client} and root package.
 */
@NullMarked
package org.voxelpopuli.kademlia.directory;

import org.jspecify.annotations.NullMarked;
