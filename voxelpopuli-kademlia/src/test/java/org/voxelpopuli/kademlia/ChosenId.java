package org.voxelpopuli.kademlia;

import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.SignatureScheme;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SimulatedIdentity;

/** An identity whose id is not made of its key, as seed peers have it: it can prove nothing. */
public record ChosenId(NodeId chosen) implements NodeIdentity {
    @Override
    public byte[] id() {
        return chosen.bytes();
    }

    @Override
    public SignatureScheme scheme() {
        return SimulatedIdentity.SCHEME;
    }

    @Override
    public byte[] publicKey() {
        return new byte[SignatureScheme.PUBLIC_KEY_BYTES];
    }

    @Override
    public byte[] sign(byte[] message) {
        return new byte[SignatureScheme.SIGNATURE_BYTES];
    }
}
