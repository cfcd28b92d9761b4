/**
 * What makes a world outlive its machines (DESIGN D3, D4): an owner's edits are kept by other nodes too, copies that differ are repaired,
 * and a chunk whose owner died is served by another node with all that was acknowledged.
 *
 * <p>Entry type: {@link org.voxelpopuli.replication.Replication}. Its state belongs to one worker of its own; public methods may be called from any thread. It knows
 * nothing of clients and ticks: the server that simulates chunks is behind {@link org.voxelpopuli.replication.ChunkOwner}. Imports values, ports and {@code protocol}.
 */
@NullMarked
package org.voxelpopuli.replication;

import org.jspecify.annotations.NullMarked;
