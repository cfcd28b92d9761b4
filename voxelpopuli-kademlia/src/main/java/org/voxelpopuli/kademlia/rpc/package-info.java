/**
 * Calling procedures of other nodes and serving ours, over datagrams (SPEC V4).
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.rpc.RpcEndpoint}, and {@link org.voxelpopuli.kademlia.rpc.Rpc}, of which each
 * procedure is one subclass; to add one, write the class and register it. An endpoint belongs to one worker, the node's. Imports {@code id},
 * {@code wire}, {@code routing}, {@code lookup} and core's {@code runtime} and {@code protocol}.
 */
@NullMarked
package org.voxelpopuli.kademlia.rpc;

import org.jspecify.annotations.NullMarked;
