package org.voxelpopuli.tools.simulation;

import java.util.concurrent.atomic.AtomicInteger;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;

/** Counts what a node does. The calls may be read on any thread, the rest on the node's worker. */
public final class Tally implements KademliaListener {
    private final AtomicInteger findNode = new AtomicInteger();
    private final AtomicInteger findValue = new AtomicInteger();
    private final AtomicInteger store = new AtomicInteger();
    private long bytesSent;
    private long datagramsSent;

    @Override
    public void called(String rpc, RpcOutcome outcome, long nanos) {
        if (rpc.equals("FIND_NODE")) {
            findNode.incrementAndGet();
        } else if (rpc.startsWith("FIND_")) {
            findValue.incrementAndGet();
        } else if (rpc.startsWith("STORE_")) {
            store.incrementAndGet();
        }
    }

    @Override
    public void datagramSent(int bytes) {
        bytesSent += bytes;
        datagramsSent++;
    }

    /** Those that have ended so far. */
    public Calls calls() {
        return new Calls(findNode.get(), findValue.get(), store.get());
    }

    int findNodeCalls() {
        return findNode.get();
    }

    long bytesSent() {
        return bytesSent;
    }

    long datagramsSent() {
        return datagramsSent;
    }
}
