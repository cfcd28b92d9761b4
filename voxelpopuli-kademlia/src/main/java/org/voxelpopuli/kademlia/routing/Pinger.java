package org.voxelpopuli.kademlia.routing;

import java.util.function.Consumer;
import org.voxelpopuli.kademlia.id.Contact;

/**
 * How a table asks whether a contact lives.
 *
 * <pre>{@code
 * Pinger nobodyLives = (contact, answered) -> answered.accept(false);
 * }</pre>
 */
@FunctionalInterface
public interface Pinger {
    /**
     * Pings a contact, and tells afterwards, on the table's worker, whether it answered in time and with the id that it should have.
     * Before it tells of an answer, {@link RoutingTable#heard} has been called for it; {@link RoutingTable#timedOut} is left to the table.
     */
    void ping(Contact contact, Consumer<Boolean> answered);
}
