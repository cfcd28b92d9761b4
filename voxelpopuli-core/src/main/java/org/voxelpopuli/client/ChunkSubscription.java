package org.voxelpopuli.client;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.world.ChunkPos;

/** A chunk that a server shows over a connection of protocol v2. Belongs to the owner of its {@link ServerLinks}. */
public final class ChunkSubscription implements ChunkChannel {
    /** What happens, on the owner. */
    public interface Listener extends ChunkLink.Listener {
        /** The edit of this number is kept. */
        void editAccepted(int number);

        /** The edit of this number was not applied and never will be. */
        void editRefused(int number, String reason);
    }

    private final ServerLink link;
    private final ChunkPos chunk;
    final Listener listener;
    /** The server has shown the chunk. */
    boolean shown;

    ChunkSubscription(ServerLink link, ChunkPos chunk, Listener listener) {
        this.link = link;
        this.chunk = chunk;
        this.listener = listener;
    }

    /** The chunk. */
    public ChunkPos chunk() {
        return chunk;
    }

    @Override
    public void send(ClientPacket packet) {
        link.send(new ClientFrame.OfPlayer(chunk, packet));
    }

    @Override
    public void change(int number, int voxel, int block) {
        link.send(new ClientFrame.ChangeBlock(chunk, number, voxel, block));
    }

    @Override
    public CompletableFuture<Void> close() {
        return link.unsubscribe(this);
    }
}
