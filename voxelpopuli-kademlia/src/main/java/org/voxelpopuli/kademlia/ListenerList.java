package org.voxelpopuli.kademlia;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.rpc.Discard;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;

/** Passes events on to all listeners; one that throws does not keep them from the others. */
final class ListenerList implements KademliaListener {
    private static final Logger log = LoggerFactory.getLogger(ListenerList.class);

    private final List<KademliaListener> listeners = new CopyOnWriteArrayList<>();

    void add(KademliaListener listener) {
        listeners.add(listener);
    }

    void remove(KademliaListener listener) {
        listeners.remove(listener);
    }

    private void each(Consumer<KademliaListener> event) {
        for (KademliaListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                log.error("A listener failed", e);
            }
        }
    }

    @Override
    public void lookedUp(int hops, int asked, long nanos) {
        each(l -> l.lookedUp(hops, asked, nanos));
    }

    @Override
    public void lookupCancelled(int asked, long nanos) {
        each(l -> l.lookupCancelled(asked, nanos));
    }

    @Override
    public void called(String rpc, RpcOutcome outcome, long nanos) {
        each(l -> l.called(rpc, outcome, nanos));
    }

    @Override
    public void served(String rpc) {
        each(l -> l.served(rpc));
    }

    @Override
    public void datagramReceived(int bytes) {
        each(l -> l.datagramReceived(bytes));
    }

    @Override
    public void datagramSent(int bytes) {
        each(l -> l.datagramSent(bytes));
    }

    @Override
    public void datagramDiscarded(Discard reason) {
        each(l -> l.datagramDiscarded(reason));
    }

    @Override
    public void contactAdded(Contact contact) {
        each(l -> l.contactAdded(contact));
    }

    @Override
    public void contactRemoved(Contact contact) {
        each(l -> l.contactRemoved(contact));
    }
}
