/**
 * Whom we know: k-buckets in three layouts behind one interface (SPEC V2).
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.routing.RoutingTable}, {@link org.voxelpopuli.kademlia.routing.TableLayout}. A
 * table belongs to one worker, the node's; it knows no packets and is given a function that pings. Imports {@code id}.
 */
@NullMarked
package org.voxelpopuli.kademlia.routing;

import org.jspecify.annotations.NullMarked;
