package org.voxelpopuli.kademlia.wire;

import java.util.List;
import org.voxelpopuli.kademlia.id.NodeId;

/** A message between nodes (SPEC V4.1). */
public sealed interface Envelope {
    /** The largest call id. */
    long MAX_ID = 0xFFFF_FFFFL;

    /** Chosen at random by the caller, 0..2^32-1, echoed in the reply. */
    long id();

    /** The sender. */
    NodeId node();

    /** The name of the procedure. */
    String rpc();

    /** A call. */
    record Request(long id, NodeId node, String rpc, List<WireValue> args) implements Envelope {
        public Request {
            args = List.copyOf(args);
        }
    }

    /** The answer to a call. */
    record Reply(long id, NodeId node, String rpc, WireValue ret) implements Envelope {}
}
