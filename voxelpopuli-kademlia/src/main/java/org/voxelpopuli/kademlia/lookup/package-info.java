/**
 * Finding the k nodes closest to a key (SPEC V3), for any question that is asked on the way.
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.lookup.Lookups}, which runs lookups with a query given as a function;
 * {@link org.voxelpopuli.kademlia.lookup.LookupResult}. A lookup belongs to one worker, the node's. Knows no packets. Imports
 * {@code id} and core's {@code runtime}.
 */
@NullMarked
package org.voxelpopuli.kademlia.lookup;

import org.jspecify.annotations.NullMarked;
