package org.voxelpopuli.tools.simulation;

import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;

/** Counts what a node does. */
final class Tally implements KademliaListener {
    private int findNodeCalls;
    private long bytesSent;
    private long datagramsSent;

    @Override
    public void called(String rpc, RpcOutcome outcome, long nanos) {
        if (rpc.equals("FIND_NODE")) {
            findNodeCalls++;
        }
    }

    @Override
    public void datagramSent(int bytes) {
        bytesSent += bytes;
        datagramsSent++;
    }

    int findNodeCalls() {
        return findNodeCalls;
    }

    long bytesSent() {
        return bytesSent;
    }

    long datagramsSent() {
        return datagramsSent;
    }
}
