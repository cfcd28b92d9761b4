package org.voxelpopuli.client;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/** A chunk that a server shows over a connection of protocol v2. Belongs to the owner of its {@link ServerLinks}. */
public final class ChunkSubscription implements ChunkChannel {
    /** What happens, on the owner. */
    public interface Listener extends ChunkLink.Listener {
        /** The edit of this number is kept. */
        void editAccepted(int number);

        /** The edit of this number was not applied and never will be. */
        void editRefused(int number, String reason);

        /** Another session plays our player from now on. */
        void displaced(String reason);
    }

    private final ServerLink link;
    private final ChunkPos chunk;
    private final Listener listener;
    /** As the server has shown it; null before it did. Never changed, but replaced. */
    private @Nullable Chunk blocks;

    private long version;

    ChunkSubscription(ServerLink link, ChunkPos chunk, Listener listener) {
        this.link = link;
        this.chunk = chunk;
        this.listener = listener;
    }

    /** The chunk. */
    public ChunkPos chunk() {
        return chunk;
    }

    boolean isShown() {
        return blocks != null;
    }

    /** The server shows all blocks. */
    void show(ServerFrame.ChunkState state) {
        boolean first = blocks == null;
        blocks = state.blocks();
        version = state.version();
        if (first) {
            listener.opened();
        }
        listener.received(new ServerPacket.ChunkData(state.blocks()));
    }

    /** The server shows what changed; false if something before it was missed. */
    boolean show(ServerFrame.BlocksChanged changed) {
        Chunk before = blocks;
        if (before == null || changed.version() != version + 1) {
            return false;
        }
        Chunk after = before.copy();
        changed.blocks().forEach(each -> after.set(each.voxel(), each.block()));
        blocks = after;
        version = changed.version();
        listener.received(new ServerPacket.ChunkData(after));
        return true;
    }

    Listener listener() {
        return listener;
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
