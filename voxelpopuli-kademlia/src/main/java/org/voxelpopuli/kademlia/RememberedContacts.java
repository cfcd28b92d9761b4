package org.voxelpopuli.kademlia;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.JsonValues;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;

/**
 * Some contacts that have answered once, kept over a restart: through them a node finds back when it was cut off, or when the bootstrap
 * host is gone for good. Used on the node's worker alone.
 */
final class RememberedContacts {
    static final String KIND = "contact";
    private static final int MAX = 64;
    private static final Logger log = LoggerFactory.getLogger(RememberedContacts.class);

    private final RecordTable table;
    private final NodeClock clock;
    private final Map<NodeId, Contact> contacts = new LinkedHashMap<>();

    RememberedContacts(RecordTable table, NodeClock clock) {
        this.table = table;
        this.clock = clock;
    }

    void load(List<StoredRecord> rows) {
        for (StoredRecord row : rows) {
            try {
                NodeId id = NodeId.parse(row.key());
                List<WireValue> parts = WireReader.items(JsonValues.read(row.value()), "a contact", 2);
                int port = (int) WireReader.integer(parts.get(1), "a port", 1, 65_535);
                contacts.put(
                        id,
                        new Contact(id, new InetSocketAddress(WireReader.address(parts.get(0), "an address"), port)));
            } catch (IllegalArgumentException | BadValueException e) {
                log.warn("Dropped an unreadable contact from disk: {}", e.getMessage());
                var unused = table.remove(KIND, row.key());
            }
        }
    }

    /** A contact has answered. When there are enough, it takes the place of the oldest that is no longer in the table. */
    void remember(Contact contact, Predicate<Contact> inTable) {
        if (contact.equals(contacts.get(contact.id()))) {
            return;
        }
        if (contacts.size() >= MAX && !contacts.containsKey(contact.id()) && !forgetOne(inTable)) {
            return;
        }
        contacts.put(contact.id(), contact);
        InetSocketAddress address = contact.address();
        String text = JsonValues.write(
                WireValue.items(WireValue.of(WireReader.host(address.getAddress())), WireValue.of(address.getPort())));
        var unused = table.put(new StoredRecord(KIND, contact.id().toString(), text, clock.wallMillis()));
    }

    private boolean forgetOne(Predicate<Contact> inTable) {
        for (Iterator<Contact> oldestFirst = contacts.values().iterator(); oldestFirst.hasNext(); ) {
            Contact contact = oldestFirst.next();
            if (!inTable.test(contact)) {
                oldestFirst.remove();
                var unused = table.remove(KIND, contact.id().toString());
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return contacts.isEmpty();
    }

    List<Contact> all() {
        return new ArrayList<>(contacts.values());
    }
}
