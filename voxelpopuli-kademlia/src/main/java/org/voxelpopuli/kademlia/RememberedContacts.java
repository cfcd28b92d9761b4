package org.voxelpopuli.kademlia;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    /** Those of them that are not in the routing table, the longest absent first. */
    private final Set<NodeId> absent = new LinkedHashSet<>();

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
                absent.add(id);
            } catch (IllegalArgumentException | BadValueException e) {
                log.warn("Dropped an unreadable contact from disk: {}", e.getMessage());
                var unused = table.remove(KIND, row.key());
            }
        }
    }

    /** A contact has answered and is in the table. When there are enough, it takes the place of the one that has left the table longest ago. */
    void entered(Contact contact) {
        NodeId id = contact.id();
        absent.remove(id);
        if (contact.equals(contacts.get(id))) {
            return;
        }
        if (contacts.size() >= MAX && !contacts.containsKey(id) && !forgetOne()) {
            return;
        }
        contacts.put(id, contact);
        InetSocketAddress address = contact.address();
        String text = JsonValues.write(
                WireValue.items(WireValue.of(WireReader.host(address.getAddress())), WireValue.of(address.getPort())));
        var unused = table.put(new StoredRecord(KIND, id.toString(), text, clock.wallMillis()));
    }

    /** A contact has left the table. It may be back soon, so it is remembered until its place is needed. */
    void left(Contact contact) {
        if (contacts.containsKey(contact.id())) {
            absent.add(contact.id());
        }
    }

    private boolean forgetOne() {
        Iterator<NodeId> longestFirst = absent.iterator();
        if (!longestFirst.hasNext()) {
            return false;
        }
        NodeId id = longestFirst.next();
        longestFirst.remove();
        contacts.remove(id);
        var unused = table.remove(KIND, id.toString());
        return true;
    }

    boolean isEmpty() {
        return contacts.isEmpty();
    }

    List<Contact> all() {
        return new ArrayList<>(contacts.values());
    }
}
