package org.voxelpopuli.client;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.protocol.ClientPacket;

/** The way to the server of one chunk, in either dialect. */
interface ChunkChannel {
    /** Sends what the player does, if the connection is open. */
    void send(ClientPacket packet);

    /**
     * Asks for a change of a block, if the connection is open.
     *
     * @param number of the edit in this chunk; the seed's dialect has none
     */
    void change(int number, int voxel, int block);

    /** No event comes any more. Completes when everything is sent, and nothing is left open for this chunk alone. */
    CompletableFuture<Void> close();
}
