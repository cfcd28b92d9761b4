/**
 * Networks of Kademlia nodes in this process, on loopback sockets, and what they take: time, processor, memory.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.dht.DhtMeasurement}, {@link org.voxelpopuli.tools.dht.RpcLoad}.
 */
@NullMarked
package org.voxelpopuli.tools.dht;

import org.jspecify.annotations.NullMarked;
