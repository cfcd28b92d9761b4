package org.voxelpopuli.kademlia.routing;

import org.voxelpopuli.kademlia.id.Contact;

/**
 * Told, on the table's worker, who comes and goes. Must not block.
 *
 * <pre>{@code
 * Set<Contact> known = new HashSet<>();
 * TableListener listener = new TableListener() {
 *     public void contactAdded(Contact contact) {
 *         known.add(contact);
 *     }
 *
 *     public void contactRemoved(Contact contact) {
 *         known.remove(contact);
 *     }
 * };
 * }</pre>
 */
public interface TableListener {
    /** A contact is in the table and has answered us: from now on others are told of it. */
    default void contactAdded(Contact contact) {}

    /** A contact that had been added is no longer in the table. */
    default void contactRemoved(Contact contact) {}
}
