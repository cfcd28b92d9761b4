package org.voxelpopuli.kademlia.rpc;

import java.time.Duration;
import java.util.Optional;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;

/**
 * What an {@link RpcEndpoint} is to be like.
 *
 * @param identity whose id stands in what we send
 * @param compatibility whom we take for a peer
 * @param network its name, which tells it from others
 * @param secret that all nodes of the network share; datagrams that do not show it are not read
 * @param puzzleBits which the ids of peers must solve
 * @param timeout of a call
 * @param preferred CBOR to speak it with all who do; else what to speak with all
 * @param usualAnswer bytes of a usual answer with contacts in CBOR, for which requests to strangers make room
 */
public record RpcSettings(
        NodeIdentity identity,
        Compatibility compatibility,
        String network,
        Optional<String> secret,
        int puzzleBits,
        Duration timeout,
        Dialect preferred,
        int usualAnswer) {
    /** The id that stands in what we send. */
    public NodeId id() {
        return NodeId.of(identity.id());
    }

    /** Whether who names another network than ours is told so; seed peers know of none. */
    boolean hasNetwork() {
        return compatibility != Compatibility.SEED;
    }

    /** Whether only those are peers who prove their id. */
    boolean wantsProofs() {
        return compatibility == Compatibility.NONE;
    }
}
