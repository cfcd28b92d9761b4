/**
 * Small records under keys, kept by the k nodes closest to each: storing, finding, republishing, expiry (SPEC V2.8, V3.4).
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.records.RecordService}, one for each {@link org.voxelpopuli.kademlia.records.RecordKind}.
 * Everything belongs to one worker, the node's. Imports {@code id}, {@code wire}, {@code lookup}, {@code rpc} and core's
 * {@code store}, {@code runtime} and {@code protocol}.
 */
@NullMarked
package org.voxelpopuli.kademlia.records;

import org.jspecify.annotations.NullMarked;
