package org.voxelpopuli.kademlia.rpc;

import org.voxelpopuli.kademlia.id.Contact;

/** What an endpoint learns about peers by talking to them; the routing table wants to know. Called on the endpoint's worker. */
public interface PeerObserver {
    /** A good message came from a peer: an answer to a call, or a request. */
    void heard(Contact peer, boolean answered);

    /** A call was not answered in time, or not properly. */
    void silent(Contact peer, long calledAt);

    /** Another node answered at the address of this one. */
    void replaced(Contact peer);
}
