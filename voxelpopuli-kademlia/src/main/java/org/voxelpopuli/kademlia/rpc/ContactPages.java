package org.voxelpopuli.kademlia.rpc;

import java.util.List;
import org.voxelpopuli.kademlia.id.Contact;

/**
 * How the answer of a procedure that returns contacts is cut to the size of a datagram, and put together again.
 *
 * @param <A> the arguments
 * @param <R> the result
 */
public interface ContactPages<A, R> {
    /** These arguments, asking for the contacts from an offset on. */
    A from(A arguments, int offset);

    /** The offset that arguments ask from. */
    int offset(A arguments);

    /** The contacts of a result; none if it holds something else. */
    List<Contact> contacts(R result);

    /** A result like this one, with these contacts. */
    R with(R result, List<Contact> contacts);
}
